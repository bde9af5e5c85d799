-- The language server in Neovim 0.7 or later, set up as editors/neovim.md says. The program `jadoube` must be in PATH:
--
--     nvim --headless --clean -n -S tests/editors/neovim.lua
--
-- The exit code is 1 if a check fails.

local WAIT = 30000
local GAMES, LAW = "tests/editors/accented.pgn", "tests/editors/five-mistakes.toml"

local function check(what, actual, expected)
  if not vim.deep_equal(actual, expected) then
    error(("%s: %s, expected %s"):format(what, vim.inspect(actual), vim.inspect(expected)), 2)
  end
end

local function wait(what, is_so)
  if not vim.wait(WAIT, is_so, 20) then
    error(what .. " did not come", 2)
  end
end

-- The Lua code of the page: its first block is for Neovim 0.11 or later, its second one for older versions.
local function setup()
  local page = table.concat(vim.fn.readfile("editors/neovim.md"), "\n")
  local blocks = {}
  for block in page:gmatch("```lua\n(.-)\n```") do
    table.insert(blocks, block)
  end
  check("blocks of the page", #blocks, 2)
  local is_new = vim.fn.has("nvim-0.11") == 1
  if is_new then
    -- Newer versions offer UTF-8 as well.
    vim.lsp.config("*", { capabilities = { general = { positionEncodings = { "utf-16" } } } })
  end
  assert(loadstring(blocks[is_new and 1 or 2]))()
end

-- The diagnostics as the server sent them: columns in UTF-16.
local sent
local handler = vim.lsp.handlers["textDocument/publishDiagnostics"]
vim.lsp.handlers["textDocument/publishDiagnostics"] = function(failure, result, ...)
  sent = result.diagnostics
  return handler(failure, result, ...)
end

-- The line (from 1), the text and the message of each diagnostic of this buffer.
local function diagnostics()
  local found = vim.diagnostic.get(0)
  table.sort(found, function(one, other)
    return one.lnum < other.lnum or one.lnum == other.lnum and one.col < other.col
  end)
  return vim.tbl_map(function(one)
    local line = vim.fn.getline(one.lnum + 1)
    return { one.lnum + 1, line:sub(one.col + 1, one.end_col), (one.message:gsub("\n.*", "")) }
  end, found)
end

local function wait_for(count)
  wait(count .. " diagnostics", function()
    return #vim.diagnostic.get(0) == count
  end)
end

local FALSE_MOVE = { 10, "Kd3", "White's king on e1 cannot go to d3 [fide-2023 7.5.1]" }
local FALSE_MATE = { 21, "Bb5#", "`Bb5#` is marked as checkmate, but is not mate" }

local function go_to(line, word)
  local column = vim.fn.getline(line):find(word, 1, true)
  vim.api.nvim_win_set_cursor(0, { line, column - 1 })
end

-- The text of the window that opens.
local function hover()
  vim.lsp.buf.hover()
  local text
  wait("the ruling", function()
    for _, window in ipairs(vim.api.nvim_list_wins()) do
      if vim.api.nvim_win_get_config(window).relative ~= "" then
        local lines = vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false)
        text = table.concat(lines, "\n")
        vim.api.nvim_win_close(window, true)
        return true
      end
    end
  end)
  return text
end

-- Chooses an action in the editor's own menu, and checks the line of the cursor after it.
local function act(title, line)
  local titles
  vim.ui.select = function(items, options, choose)
    titles = vim.tbl_map(options.format_item or tostring, items)
    for index, item in ipairs(items) do
      if titles[index]:find(title, 1, true) then
        return choose(item, index)
      end
    end
  end
  local before = vim.api.nvim_get_current_line()
  vim.lsp.buf.code_action()
  local is_done = vim.wait(WAIT, function()
    return vim.api.nvim_get_current_line() ~= before
  end, 20)
  assert(is_done, ("the action %s was not made of %s"):format(title, vim.inspect(titles)))
  check("line after the action", vim.api.nvim_get_current_line(), line)
end

local function games()
  vim.cmd("edit " .. GAMES)
  check("file type", vim.bo.filetype, "pgn")
  wait_for(2)
  check("diagnostics", diagnostics(), { FALSE_MOVE, FALSE_MATE })
  -- An accented letter has two bytes and one unit of UTF-16, and the emoji has four bytes and two units.
  local columns = vim.tbl_map(function(one)
    return one.range.start.character
  end, sent)
  check("columns in UTF-16", columns, { 46, 22 })
  columns = vim.tbl_map(function(one)
    return one.col
  end, vim.diagnostic.get(0))
  check("columns in bytes", columns, { 52, 25 })

  go_to(10, "Kd3")
  local text = hover()
  for _, part in ipairs({ "White's king on e1 cannot go to d3", "fide-2023 7.5.1", "a legal move of the king" }) do
    assert(text:find(part, 1, true), part .. " is not in\n" .. text)
  end

  -- Characters typed before a finding move it.
  vim.api.nvim_buf_set_text(0, 20, 7, 20, 7, { "é😀 " })
  wait("the next diagnostics", function()
    return sent[2] and sent[2].range.start.character == 26
  end)
  check("diagnostics after typing", diagnostics(), { FALSE_MOVE, FALSE_MATE })

  go_to(21, "Bb5#")
  act("write Bb5", "1. e4 {é😀 Réti 😀} e5 2. Bb5 {Čigorin 😀} Nc6 *")
  wait_for(1)
  check("diagnostics after the repair", diagnostics(), { FALSE_MOVE })

  go_to(10, "Kd3")
  act("ignore move.false here", "1. e4 {Čigorin 😀} e5 2. Bb5 {Réti 😀} Nc6 3. Kd3 {[%jadoube ignore move.false]} *")
  wait_for(0)
end

local function law()
  vim.cmd("edit! " .. LAW)
  check("file type", vim.bo.filetype, "toml")
  wait_for(5)
  check("mistakes", diagnostics(), {
    { 6, '"1830"', "expected a whole number, found text in quotation marks" },
    { 7, "pgae", "unknown key `pgae` in this source" },
    { 8, '"partail"', "`partail` is not a valid coverage" },
    { 22, '"move.flase"', "`move.flase` is not a topic" },
    { 27, '"moves-each-sinse"', "`moves-each-sinse` is not a valid window" },
  })
end

local version = vim.version()
local name = ("Neovim %d.%d.%d"):format(version.major, version.minor, version.patch)
local is_ok, failure = xpcall(function()
  setup()
  games()
  law()
end, debug.traceback)
if is_ok then
  io.stdout:write("    ", name, ": the findings, the ruling, the repairs and the mistakes are as expected\n")
  vim.cmd("qall!")
else
  io.stderr:write(name, ": ", failure, "\n")
  vim.cmd("cquit 1")
end
