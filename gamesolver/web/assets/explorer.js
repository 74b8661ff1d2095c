"use strict";
// Keys and buttons for the explorer. Every page works without this file; it follows links that
// are there anyway. How a visitor looks at boards is kept for the tab: turned, playing on.
(() => {
  const PAUSE = 1000; // milliseconds between moves that play on by themselves
  const PIXELS = 960; // across a board as PNG
  const WAITS = 900; // milliseconds in which letters belong to one move
  document.documentElement.classList.add("scripted");
  const moves = () => [...document.querySelectorAll(".moves a")];
  const isTyping = (target) => target.closest("input:not([type=checkbox]), select, textarea");
  const kept = {
    get: (name) => {
      try {
        return sessionStorage.getItem(name) === "yes";
      } catch {
        return false; // a browser that keeps nothing
      }
    },
    set: (name, is) => {
      try {
        sessionStorage.setItem(name, is ? "yes" : "no");
      } catch {
        // as above
      }
    },
  };

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

  // Moves stand in rows: up and down go through them one by one.
  const choose = (step) => {
    const all = moves();
    if (!all.length) return;
    const here = all.indexOf(document.activeElement);
    const from = here < 0 ? (step > 0 ? -1 : 0) : here;
    all[(from + step + all.length) % all.length].focus();
  };
  const follow = (selector) => {
    const link = document.querySelector(selector);
    if (link && !link.hidden) link.click();
    return Boolean(link) && !link.hidden;
  };

  // What is on or off: the board turned, and moves that play on by themselves.
  const shown = (selector, is) =>
    document.querySelectorAll(selector).forEach((each) => each.setAttribute("aria-pressed", is));
  const turn = (is) => {
    kept.set("turned", is);
    document.documentElement.classList.toggle("turned", is);
    shown(".flip", is);
  };
  let playing = 0;
  const playOn = (is) => {
    kept.set("playing", is);
    shown(".autoplay", is);
    clearInterval(playing);
    if (is) playing = setInterval(() => follow("a.step.forward[href]") || playOn(false), PAUSE);
  };

  // Letters and digits play the move whose text, or last word, they are: 4, c, b3.
  let typed = "";
  let since = 0;
  const namesOf = ({ dataset }) => {
    const text = dataset.move.toLowerCase();
    return [text, text.split(" ").at(-1)];
  };
  const typeMove = (letter, now) => {
    typed = (now - since < WAITS ? typed : "") + letter.toLowerCase();
    since = now;
    const begun = moves().filter((each) => namesOf(each).some((name) => name.startsWith(typed)));
    if (!begun.length) typed = "";
    const meant = begun.filter((each) => namesOf(each).includes(typed));
    if (begun.length === 1 && meant.length === 1) {
      typed = "";
      meant[0].click();
    }
    return begun.length > 0;
  };

  // A man and its target: a tap on a man shows its moves only, and one on a target plays.
  const MAN = 0.72; // part of a place, beyond which arrows begin
  const linksAt = (board, end, { clientX, clientY }, part = 1) =>
    [...board.querySelectorAll(`a[href]:has(> g > .${end})`)].filter((link) => {
      const { left, top, width, height } = link.querySelector(`.${end}`).getBoundingClientRect();
      const away = Math.hypot(clientX - left - width / 2, clientY - top - height / 2);
      return away <= (part * width) / 2;
    });
  const chooseMan = (board, links) => {
    board.querySelectorAll(".mine").forEach((each) => each.classList.remove("mine"));
    links.forEach((each) => each.classList.add("mine"));
    board.classList.toggle("choosing", links.length > 0);
  };
  const isUnder = (link, { clientX, clientY }) =>
    document
      .elementsFromPoint(clientX, clientY)
      .some((each) => each.matches("line, path") && link.contains(each));
  const tapMan = (event) => {
    const board = event.target.closest(".board svg");
    if (!board || !event.detail) return; // a key
    const isArrow = event.target.closest("a[href]") !== null;
    const goals = linksAt(board, "to", event).filter((each) => each.matches(".mine"));
    const goal = goals.length > 1 ? goals.find((each) => isUnder(each, event)) : goals[0];
    const men = linksAt(board, "from", event, isArrow ? MAN : 1);
    if (goals.length || men.length) event.preventDefault();
    if (goal) location.assign(goal.getAttribute("href"));
    else if (!goals.length && (men.length || !isArrow)) {
      chooseMan(board, men.some((each) => each.matches(".mine")) ? [] : men);
    }
  };
  document.addEventListener("click", tapMan, true);

  const keys = {
    ArrowDown: () => choose(1),
    ArrowUp: () => choose(-1),
    ArrowRight: () => follow("a.step.forward[href]"),
    ArrowLeft: () => follow("a[rel=prev][href]"),
    Backspace: () => follow("a[rel=prev][href]"),
    Home: () => follow("a[data-root]"),
    End: () => follow("a.step.last-of-all[href]"),
    " ": () => playOn(!kept.get("playing")),
    "?": () => document.getElementById("keys").togglePopover(),
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    const isButton = event.target.closest("button, summary, input");
    if (event.key === " " && isButton) return; // it presses the button
    if (Object.hasOwn(keys, event.key)) {
      event.preventDefault();
      keys[event.key]();
    } else if (/^[a-z0-9]$/i.test(event.key)) {
      if (!typeMove(event.key, event.timeStamp) && event.key === "f") turn(!kept.get("turned"));
    }
  });
  // A board as PNG: the picture is drawn into a canvas, and saved from there.
  const savePng = (source) => {
    const image = new Image();
    image.addEventListener("load", () => {
      const canvas = document.createElement("canvas");
      canvas.width = PIXELS;
      canvas.height = Math.round((PIXELS * image.height) / image.width);
      const paint = canvas.getContext("2d");
      paint.fillStyle = "#fff";
      paint.fillRect(0, 0, canvas.width, canvas.height);
      paint.drawImage(image, 0, 0, canvas.width, canvas.height);
      canvas.toBlob((blob) => {
        const link = document.createElement("a");
        link.href = URL.createObjectURL(blob);
        link.download = "board.png";
        link.click();
      });
    });
    image.src = source;
  };
  document.querySelectorAll("[data-embed]").forEach((each) => {
    const address = new URL(each.dataset.embed, location.href);
    each.textContent = `<iframe src="${address}" width="420" height="640"></iframe>`;
  });

  document.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    if (button.matches(".flip")) turn(!kept.get("turned"));
    if (button.matches(".autoplay")) playOn(!kept.get("playing"));
    if (button.matches(".png")) savePng(button.dataset.png);
    if (button.matches(".copy")) {
      const code = button.parentNode.querySelector("code");
      navigator.clipboard?.writeText(code ? code.textContent : location.href);
      button.textContent = "Copied";
    }
  });
  document.addEventListener("change", (event) => {
    const form = event.target.closest("form.wishes, select[data-submits]")?.closest("form");
    if (form) form.requestSubmit();
  });
  turn(kept.get("turned"));
  playOn(kept.get("playing"));
})();
