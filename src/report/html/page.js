"use strict";
(() => {
  const all = (selector, root = document) => Array.from(root.querySelectorAll(selector));

  // A number with narrow spaces between its thousands.
  const spaced = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, "\u202f");

  // On a narrow screen the list comes first, and the rest is opened when it is wanted.
  if (matchMedia("(max-width: 62rem)").matches) {
    for (const part of all(".side > details, details.fields")) part.open = false;
  }

  // The filters of the list. Their state is in the address, after `#`.
  const filter = (form) => {
    const FIELDS = ["rows", "rule", "code", "file", "player", "text"];
    const field = (name) => form.elements.namedItem(name);
    const wanted = (name) => field(name)?.value ?? "";
    const buttons = all("button[name=severity]", form);
    const groups = all("section.group");
    const games = all("section.game").map((game) => {
      const { file, code, white, black } = game.dataset;
      const entries = all(".entry", game).map((entry) => ({
        entry,
        severity: entry.dataset.severity,
        rules: entry.dataset.rule.split(" "),
        differs: "differs" in entry.dataset,
      }));
      const players = [white, black].filter(Boolean);
      return { game, file, code, players, entries, title: game.querySelector("h3").textContent };
    });

    // A field with a single value filters nothing.
    const offer = (name, list, values) => {
      if (!list) return;
      const known = [...new Set(values)].filter(Boolean).sort();
      for (const value of known) list.append(new Option(value, value));
      field(name).closest("p").hidden = known.length < 2;
    };
    if (field("rule").options.length === 1) {
      offer("rule", field("rule"), games.flatMap((game) => game.entries.flatMap((entry) => entry.rules)));
    }
    offer("code", field("code"), games.map((game) => game.code));
    offer("file", field("file"), games.map((game) => game.file));
    offer("player", field("player")?.list, games.flatMap((game) => game.players));

    const isPressed = (button) => button.getAttribute("aria-pressed") === "true";
    const press = (button, state) => button.setAttribute("aria-pressed", String(state));

    const apply = () => {
      const severities = buttons.filter(isPressed).map((button) => button.value);
      const [rule, code, file] = ["rule", "code", "file"].map(wanted);
      const onlyDiffering = wanted("rows") !== "";
      const player = wanted("player").trim().toLowerCase();
      const words = wanted("text").toLowerCase().split(/\s+/).filter(Boolean);
      const hasWords = (text) => words.every((word) => text.includes(word));
      let [shown, number] = [0, 0];
      for (const one of games) {
        const fits = (!code || one.code === code) && (!file || one.file === file) &&
          (!player || one.players.some((name) => name.toLowerCase().includes(player)));
        let some = false;
        for (const entry of one.entries) {
          let isShown = fits && (!onlyDiffering || entry.differs) && (!severities.length || severities.includes(entry.severity)) &&
            (!rule || entry.rules.includes(rule));
          if (isShown && words.length) {
            entry.text ??= `${one.title} ${entry.entry.textContent}`.toLowerCase();
            isShown = hasWords(entry.text);
          }
          entry.entry.hidden = !isShown;
          some ||= isShown;
          shown += isShown;
        }
        number += one.entries.length;
        const isBare = !one.entries.length && !severities.length && !rule && !onlyDiffering;
        one.game.hidden = !(some || (isBare && fits && hasWords(one.title.toLowerCase())));
      }
      for (const group of groups) group.hidden = !group.querySelector("section.game:not([hidden])");
      const output = form.querySelector("output");
      const noun = number === 1 ? output.dataset.one : output.dataset.many;
      const all = `${spaced(number)} ${noun}`;
      form.querySelector("[type=reset]").hidden = !(severities.length || FIELDS.some(wanted));
      output.textContent = shown === number ? all : `${spaced(shown)} of ${all}`;
    };

    const clear = () => {
      for (const name of FIELDS) if (field(name)) field(name).value = "";
      for (const button of buttons) press(button, false);
    };
    const readAddress = () => {
      const state = new URLSearchParams(location.hash.slice(1));
      for (const name of FIELDS) if (field(name)) field(name).value = state.get(name) ?? "";
      for (const button of buttons) press(button, state.getAll("severity").includes(button.value));
    };
    const writeAddress = () => {
      const state = new URLSearchParams();
      for (const button of buttons) if (isPressed(button)) state.append("severity", button.value);
      for (const name of FIELDS) if (wanted(name)) state.append(name, wanted(name));
      const hash = String(state);
      history.replaceState(null, "", hash ? `#${hash}` : location.pathname + location.search);
    };
    // An address without `=` is that of a finding or a rule, which must not be hidden.
    const follow = () => {
      const hash = location.hash.slice(1);
      const target = document.getElementById(hash);
      if (!hash || hash.includes("=")) {
        readAddress();
        apply();
      } else if (target?.closest("[hidden]")) {
        clear();
        apply();
        target.scrollIntoView();
      }
    };

    for (const cell of all("[data-filter]")) {
      const link = document.createElement("a");
      link.href = `#${new URLSearchParams([[cell.dataset.filter, cell.dataset.value]])}`;
      link.title = "Show only these";
      link.append(...cell.childNodes);
      cell.append(link);
    }
    for (const button of buttons) {
      button.addEventListener("click", () => {
        press(button, !isPressed(button));
        apply();
        writeAddress();
      });
    }
    form.hidden = games.reduce((sum, one) => sum + Math.max(one.entries.length, 1), 0) < 2;
    form.addEventListener("input", () => {
      apply();
      writeAddress();
    });
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("reset", (event) => {
      event.preventDefault();
      clear();
      apply();
      writeAddress();
    });
    addEventListener("hashchange", () => {
      follow();
      if (location.hash.includes("=")) document.querySelector("main").scrollIntoView();
    });
    apply();
    follow();
  };

  const ROLES = { k: "king", q: "queen", r: "rook", b: "bishop", n: "knight", p: "pawn" };
  const SQUARE = 40;

  // The men of a FEN. `file` and `rank` count from the corner of a8.
  const menOf = (fen) => {
    const men = [];
    fen.split(" ", 1)[0].split("/").forEach((row, rank) => {
      let file = 0;
      for (const sign of row) {
        const role = ROLES[sign.toLowerCase()];
        if (role) men.push({ sign, role, file, rank, color: sign === sign.toLowerCase() ? "black" : "white" });
        file += role ? 1 : Number(sign);
      }
    });
    return men;
  };
  const inWords = (men) => ["white", "black"].map((color) => {
    const named = men.filter((man) => man.color === color)
      .map((man) => `${man.role} ${"abcdefgh"[man.file]}${8 - man.rank}`);
    return `${color === "white" ? "White" : "Black"}: ${named.join(", ")}.`;
  }).join(" ");
  const element = (name, attributes) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  };

  // The moves and acts of a finding become buttons, and its board shows the position after the current one. The finding
  // itself has the board as it was drawn.
  const play = (entry, list, figure) => {
    const svg = figure.querySelector("svg");
    const [title, caption, link] = ["title", ".caption", ".analysis"].map((part) => figure.querySelector(part));
    const isTurned = Boolean(svg.querySelector("[href='#chessboard-from-black']"));
    const drawn = {
      men: svg.querySelector(".men"), title: title.textContent, caption: caption.textContent, href: link?.href,
    };
    const steps = [];
    for (const text of all(".step", list)) {
      const step = document.createElement("button");
      step.type = "button";
      step.className = text.className;
      Object.assign(step.dataset, text.dataset);
      if (text.dataset.move) step.setAttribute("aria-label", text.dataset.move);
      step.append(...text.childNodes);
      text.replaceWith(step);
      if (step.dataset.diagram === "before") steps.splice(-1, 0, step);
      else steps.push(step);
    }
    const first = steps.findIndex((step) => "diagram" in step.dataset);
    let at = first;

    const corner = ({ file, rank }) => ({
      x: (isTurned ? 7 - file : file) * SQUARE, y: (isTurned ? 7 - rank : rank) * SQUARE, width: SQUARE, height: SQUARE,
    });
    const board = (fen, before) => {
      const group = element("g", { class: "men" });
      const place = (man) => `${man.sign}${man.file}${man.rank}`;
      const [men, earlier] = [menOf(fen), before ? menOf(before) : []];
      const differs = (ours, theirs) => ours.filter((man) => !theirs.some((other) => place(other) === place(man)));
      const changed = before ? [...differs(men, earlier), ...differs(earlier, men)] : [];
      for (const square of changed) group.append(element("rect", { class: "changed", ...corner(square) }));
      for (const man of men) group.append(element("use", { href: `#${man.role}`, class: man.color, ...corner(man) }));
      return group;
    };
    const show = (to) => {
      at = Math.max(Math.min(first, 0), Math.min(steps.length - 1, to));
      const fen = steps[at]?.dataset.board;
      const before = steps.slice(0, Math.max(at, 0)).findLast((step) => step.dataset.board)?.dataset.board;
      svg.classList.toggle("played", Boolean(fen));
      svg.querySelector(".men").replaceWith(fen ? board(fen, before) : drawn.men);
      const words = steps[at]?.dataset.move ?? steps[at]?.textContent;
      caption.textContent = fen ? (/^\d/.test(words) ? `After ${words}.` : `${words}.`) : drawn.caption;
      title.textContent = fen ? `${caption.textContent} ${inWords(menOf(fen))}` : drawn.title;
      if (link) link.href = fen ? drawn.href.replace(/standard\/[^?]*/, `standard/${fen.replaceAll(" ", "_")}`) : drawn.href;
      mark();
    };
    const mark = () => steps.forEach((step, place) => {
      step.tabIndex = place === Math.max(at, 0) ? 0 : -1;
      if (place === at) step.setAttribute("aria-current", "step");
      else step.removeAttribute("aria-current");
    });

    const controls = document.createElement("p");
    controls.className = "play";
    for (const [sign, name, by] of [["◀", "Previous step", -1], ["▶", "Next step", 1]]) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = sign;
      button.setAttribute("aria-label", name);
      button.addEventListener("click", () => show(at + by));
      controls.append(button);
    }
    figure.querySelector("figcaption").before(controls);
    caption.setAttribute("aria-live", "polite");
    list.addEventListener("click", (event) => {
      const place = steps.indexOf(event.target.closest("button"));
      if (place >= 0) show(place);
    });
    entry.addEventListener("keydown", (event) => {
      const isInside = figure.contains(event.target) || list.contains(event.target);
      if (!isInside || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: steps.length - 1 }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      show(to);
      if (list.contains(event.target)) steps[at]?.focus();
    });
    mark();
  };

  const form = document.querySelector("form.filter");
  if (form) filter(form);
  for (const entry of all(".entry")) {
    const [list, figure] = [".acts", ".board"].map((part) => entry.querySelector(part));
    if (figure && list?.querySelector(".step")) play(entry, list, figure);
  }
})();
