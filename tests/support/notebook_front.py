"""A small front end for widgets in a real browser: our script, with its kernel in this process.

Messages of the script pass through the widget's comm, as in a notebook. The new state of the widget
is then sent back to the script.
"""

import sys
from pathlib import Path
from types import ModuleType
from unittest.mock import patch

import gamesolver.notebook
from gamesolver import solve
from gamesolver.notebook import play

SCRIPT = Path(gamesolver.notebook.__file__).parent / "board.js"
STYLE = SCRIPT.with_suffix(".css")
MODEL = """
const state = {page: "", number: 0};
const heard = {};
const model = {
  get: (name) => state[name],
  on: (name, call) => { heard[name] = call; },
  off: () => {},
  send: async (content) => {
    window.sent = (window.sent ?? 0) + 1;
    Object.assign(state, await window.kernel(content));
    heard["change:number"]();
    window.answered = (window.answered ?? 0) + 1;
  },
};
window.begin = (first) => {
  Object.assign(state, first);
  face.render({model, el: document.querySelector("#out")});
};
"""


def begun(game, seat=0, seed=1, start=None):
    """Return a widget with a new match, as ``play`` returns it in a notebook."""
    shell = ModuleType("IPython")
    shell.get_ipython = lambda: "a kernel"
    with patch.dict(sys.modules, {"IPython": shell, "IPython.terminal.interactiveshell": None}):
        return play(solve(game), seat=seat, seed=seed, start=start)


def received(widget, content):
    """Pass a message from the browser to the widget, through its comm."""
    message = {"content": {"data": {"method": "custom", "content": content}}, "buffers": []}
    widget.comm.handle_msg(message)


def clicked(widget, **what):
    """Send a click on the current state of the widget."""
    received(widget, {**what, "number": widget.number})


def state_of(widget):
    """Return the state that is sent to the browser."""
    return {"page": widget.page, "number": widget.number}


def show(page, widget):
    """Show a widget on a page of a real browser, and connect them."""

    def kernel(content):
        received(widget, content)
        return state_of(widget)

    page.expose_function("kernel", kernel)
    page.set_content('<body style="font-family: sans-serif"><div id="out"></div>')
    page.add_style_tag(content=STYLE.read_text(encoding="utf-8"))
    script = SCRIPT.read_text(encoding="utf-8").replace("export default", "const face =")
    page.add_script_tag(content=f"{script}\n{MODEL}")
    page.evaluate("first => window.begin(first)", state_of(widget))
