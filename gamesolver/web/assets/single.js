"use strict";
// A whole solution in one page. The data are columns, one entry a position, compressed.
// What stands behind # is the place: a root and the moves from there, as on the server.
(async () => {
  const LINE_SHOWN = 24;
  const THINKING = 350; // milliseconds before a perfect opponent moves
  const byId = (id) => document.getElementById(id);

  const packed = Uint8Array.from(atob(byId("data").textContent), (each) => each.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const data = JSON.parse(await new Response(stream).text());
  const numbers = new Map(data.texts.map((text, number) => [text, number]));
  let reply = 0;

  const movesAt = (number) => {
    const rows = [];
    const flat = data.moves[number];
    for (let i = 0; i < flat.length; i += 3) {
      const [kind, words] = data.outcomes[flat[i + 2]];
      const isBest = flat[i + 2] === flat[2];
      rows.push({ move: data.moveTexts[flat[i]], next: number + flat[i + 1], kind, words, isBest });
    }
    return rows;
  };
  const seatAt = (number, plies) => (data.seat[number] < 0 ? plies % 2 : data.seat[number]);
  const nameAt = (number) => (data.seat[number] < 0 ? "" : data.seats[data.seat[number]]);

  const address = (root, way) => {
    const parts = root === null ? [] : ["from=" + encodeURIComponent(root)];
    return "#" + parts.concat(way.map((move) => "move=" + encodeURIComponent(move))).join("&");
  };

  // The place that the address names, as far as it can be followed.
  const read = () => {
    const given = new URLSearchParams(location.hash.slice(1).replaceAll("+", "%2B"));
    const root = numbers.has(given.get("from")) ? given.get("from") : null;
    const steps = [];
    let number = root === null ? 0 : numbers.get(root);
    for (const move of given.getAll("move")) {
      const row = movesAt(number).find((each) => each.move === move);
      if (!row) break;
      steps.push({ move, before: number, number: row.next });
      number = row.next;
    }
    return { root, steps, number, way: steps.map((step) => step.move) };
  };

  const made = (tag, looks, ...content) => {
    const element = document.createElement(tag);
    if (looks) element.className = looks;
    element.append(...content.filter((each) => each !== ""));
    return element;
  };
  const link = (href, looks, ...content) => {
    const element = made("a", looks, ...content);
    element.href = href;
    return element;
  };

  // Pictures were made safe when the page was written; texts never become markup.
  const picture = (number, open) =>
    data.pictures[number]
      .map((each) => data.tokens[each])
      .map((token) => (token[0] === "\u0001" ? open(token.slice(1)) : token))
      .map((token) => (token === "\u0002" ? (open("") ? "</a>" : "") : token))
      .join("");

  const showBoard = (place, rows, isBlind) => {
    byId("board").innerHTML = picture(place.number, () => "<a>");
    const hooks = data.pictures[place.number]
      .map((each) => data.tokens[each])
      .filter((token) => token[0] === "\u0001")
      .map((token) => token.slice(1));
    byId("board").querySelectorAll("a").forEach((hook, i) => {
      const row = rows.find((each) => each.move === hooks[i]);
      if (!row) return;
      const told = isBlind ? row.move : `${row.move}: ${row.words}`;
      const title = document.createElementNS("http://www.w3.org/2000/svg", "title");
      title.textContent = told;
      hook.prepend(title);
      hook.setAttribute("href", address(place.root, [...place.way, row.move]));
      hook.setAttribute("class", isBlind ? "draw" : row.kind + (row.isBest ? " best" : ""));
      hook.setAttribute("aria-label", told);
      hook.setAttribute("tabindex", "-1");
      hook.dataset.move = row.move;
    });
  };

  const showWay = (place, mine) => {
    const root = link(address(place.root, []), "", place.root === null ? "start" : "position");
    root.dataset.root = "";
    const items = [made("li", "", root)];
    place.steps.forEach((step, i) => {
      const there = link(address(place.root, place.way.slice(0, i + 1)), "", step.move);
      const name = nameAt(step.before);
      items.push(made("li", "", name ? made("span", "mover", name) : "", name ? " " : "", there));
    });
    items.at(-1).querySelector("a").setAttribute("aria-current", "page");
    byId("way").replaceChildren(...items);
    // Against an opponent one step back is back to one's own last turn.
    let plies = place.steps.length - 1;
    while (mine !== null && plies > 0 && seatAt(place.steps[plies].before, plies) !== mine) plies--;
    byId("back").hidden = plies < 0;
    byId("back").href = address(place.root, place.way.slice(0, Math.max(0, plies)));
  };

  const showMoves = (place, rows, isBlind) => {
    const shown = [...rows];
    if (isBlind) {
      shown.sort((a, b) => a.move.localeCompare(b.move, undefined, { numeric: true }));
    }
    byId("moves").replaceChildren(
      ...shown.map((row) => {
        const looks = isBlind ? "draw" : row.kind + (row.isBest ? " best" : "");
        const worth = isBlind ? "" : made("span", "worth", row.words);
        const href = address(place.root, [...place.way, row.move]);
        const item = link(href, looks, made("span", "move", row.move), " ", worth);
        item.dataset.move = row.move;
        return made("li", "", item);
      }),
    );
    byId("moves").classList.toggle("many", rows.length > 12);
    byId("order").textContent = isBlind ? "" : "best first, for the player making them";
    byId("moves-title").hidden = !rows.length;
    byId("over").hidden = rows.length > 0;
  };

  const showLine = (place) => {
    const items = [];
    const seen = new Set();
    let { number } = place;
    const way = [...place.way];
    while (!seen.has(number) && data.moves[number].length && items.length < LINE_SHOWN) {
      seen.add(number);
      const row = movesAt(number)[0];
      way.push(row.move);
      const small = made("span", "small");
      small.setAttribute("aria-hidden", "true");
      small.innerHTML = picture(row.next, () => "");
      const name = nameAt(number);
      const caption = made("span", "caption", `${items.length + 1}. `);
      if (name) caption.append(made("span", "mover", name), " ");
      caption.append(made("b", "", row.move));
      items.push(made("li", "", link(address(place.root, way), "", small, caption)));
      number = row.next;
    }
    const goesOn = !seen.has(number) && data.moves[number].length > 0;
    byId("more").textContent = goesOn ? `the first ${items.length} plies` : "";
    byId("steps").replaceChildren(...items);
    return items.length > 0;
  };

  const show = () => {
    clearTimeout(reply);
    const place = read();
    const rows = movesAt(place.number);
    const isBlind = !byId("worths").checked && rows.length > 0;
    const theirs = byId("opponent").value === "" ? null : Number(byId("opponent").value);
    const isTheirs = theirs !== null && seatAt(place.number, place.way.length) === theirs;
    const [kind, sentence] = data.verdicts[data.verdict[place.number]];
    const name = nameAt(place.number);
    const turn = rows.length === 0 ? "The end" : name ? `${name} to move` : "Your move";
    byId("turn").textContent = isBlind ? "" : turn;
    byId("verdict").textContent = isBlind ? turn : sentence;
    byId("verdict").className = isBlind ? "" : kind;
    byId("text").textContent = byId("from").value = data.texts[place.number];
    byId("unknown").textContent = "";
    document.title = `${isBlind ? turn : sentence}: ${data.name}`;
    showBoard(place, rows, isBlind);
    showWay(place, theirs === null ? null : 1 - theirs);
    showMoves(place, rows, isBlind);
    byId("line").hidden = isBlind || !showLine(place);
    if (isTheirs && rows.length) {
      const best = rows.filter((row) => row.isBest);
      const { move } = best[Math.floor(Math.random() * best.length)];
      reply = setTimeout(() => {
        location.hash = address(place.root, [...place.way, move]);
      }, THINKING);
    }
  };

  byId("ask").addEventListener("submit", (event) => {
    event.preventDefault();
    const text = byId("from").value.trim();
    if (numbers.has(text)) {
      location.hash = address(text, []);
    } else {
      byId("unknown").textContent = `No such position here. One looks like ${data.texts[0]}`;
    }
  });
  for (const id of ["opponent", "worths"]) byId(id).addEventListener("change", show);
  window.addEventListener("hashchange", show);
  show();
})();
