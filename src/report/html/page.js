"use strict";
(() => {
  const form = document.querySelector("form.filter");
  if (form) {
    const entries = Array.from(document.querySelectorAll(".entry"), (entry) => ({ entry, text: null }));
    const games = document.querySelectorAll("section.game");
    const output = form.querySelector("output");
    const wanted = (name) => (form.elements[name] ? form.elements[name].value : "");
    const apply = () => {
      const severity = wanted("severity");
      const rule = wanted("rule");
      const words = wanted("text").toLowerCase().split(/\s+/).filter(Boolean);
      const isAny = !severity && !rule && !words.length;
      let shown = 0;
      for (const one of entries) {
        const { entry } = one;
        let fits = (!severity || entry.dataset.severity === severity) &&
          (!rule || entry.dataset.rule.split(" ").includes(rule));
        if (fits && words.length) {
          one.text ??= (entry.closest("section.game").querySelector("h3").textContent + " " + entry.textContent).toLowerCase();
          fits = words.every((word) => one.text.includes(word));
        }
        entry.hidden = !fits;
        shown += fits;
      }
      for (const game of games) {
        game.hidden = !isAny && !game.querySelector(".entry:not([hidden])");
      }
      const all = entries.length;
      const noun = all === 1 ? output.dataset.one : output.dataset.many;
      output.textContent = shown === all ? `${shown} ${noun}` : `${shown} of ${all} ${noun}`;
    };
    form.hidden = false;
    form.addEventListener("input", apply);
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("reset", () => setTimeout(apply));
    apply();
  }
})();
