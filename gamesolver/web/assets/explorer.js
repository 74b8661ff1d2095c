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

  // Moves stand in rows: up and down go by a row, left and right by one.
  const choose = (step, byRows) => {
    const all = moves();
    if (!all.length) return;
    const across = byRows ? all.filter((each) => each.offsetTop === all[0].offsetTop).length : 1;
    const here = all.indexOf(document.activeElement);
    const next = here < 0 ? (step > 0 ? 0 : all.length - 1) : here + step * across;
    const wrapped = (next + all.length) % all.length;
    all[wrapped].focus();
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
