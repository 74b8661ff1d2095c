"use strict";
// Keys for the explorer: arrows choose a move, Enter plays it, Backspace goes back, ? helps.
// Every page works without this file; it follows links that are there anyway.
(() => {
  const moves = () => [...document.querySelectorAll(".moves a")];
  const isTyping = (target) => target.closest("input, select, textarea");

  // A move stands in the list and on the board: what is chosen here shows there.
  const mark = (link) => {
    document.querySelectorAll(".chosen").forEach((each) => each.classList.remove("chosen"));
    if (!link) return;
    document.querySelectorAll("a[data-move]").forEach((each) => {
      if (each.dataset.move === link.dataset.move) each.classList.add("chosen");
    });
  };
  const linkOf = (event) => event.target.closest && event.target.closest("a[data-move]");
  for (const name of ["focusin", "mouseover"]) {
    document.addEventListener(name, (event) => mark(linkOf(event)));
  }

  // Moves stand in rows: up and down go by a row, to what is nearest there; left and right by one.
  const topOf = (each) => Math.round(each.getBoundingClientRect().top);
  const leftOf = (each) => each.getBoundingClientRect().left;
  const choose = (step, byRows) => {
    const all = moves();
    if (!all.length) return;
    const here = all.indexOf(document.activeElement);
    const from = here < 0 ? (step > 0 ? -1 : 0) : here;
    const wrapped = (number, length) => (number + length) % length;
    if (here < 0 || !byRows) {
      all[wrapped(from + step, all.length)].focus();
      return;
    }
    const tops = [...new Set(all.map(topOf))];
    const top = tops[wrapped(tops.indexOf(topOf(all[here])) + step, tops.length)];
    const away = (each) => Math.abs(leftOf(each) - leftOf(all[here]));
    const row = all.filter((each) => topOf(each) === top);
    row.reduce((best, each) => (away(each) < away(best) ? each : best)).focus();
  };
  const follow = (selector) => {
    const link = document.querySelector(selector);
    if (link) link.click();
  };
  const keys = {
    ArrowDown: () => choose(1, true),
    ArrowUp: () => choose(-1, true),
    ArrowRight: () => choose(1, false),
    ArrowLeft: () => choose(-1, false),
    Backspace: () => follow("a[rel=prev]"),
    Home: () => follow("a[data-root]"),
    "?": () => document.getElementById("keys").togglePopover(),
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (!Object.hasOwn(keys, event.key)) return;
    event.preventDefault();
    keys[event.key]();
  });
})();
