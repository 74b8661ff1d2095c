"use strict";
// A whole solution in one page. The data are columns, one entry a position, compressed.
// What stands behind # is the place: a root and the moves from there, as on the server.
(async () => {
  const LINE_SHOWN = 24;
  const AT_ONCE = 12; // moves, or rows of the history; more are scrolled through
  const STEP = 24; // width of a ply on the graph of a game
  const FEWEST_CHOICES = 3; // moves of a position that is a puzzle
  const MOST_LOOKED_AT = 400; // positions that are tried for one
  const THINKING = 350; // milliseconds before an opponent moves
  const SVG = "http://www.w3.org/2000/svg";
  const byId = (id) => document.getElementById(id);

  const packed = Uint8Array.from(atob(byId("data").textContent), (each) => each.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const data = JSON.parse(await new Response(stream).text());
  const numbered = (texts) => texts.map((text, number) => [text, number]);
  const others = new Map(numbered(data.otherTexts)); // with the second player to move
  const numbers = new Map([...numbered(data.texts), ...others]);
  let first = 0; // the player to move at the root, if positions do not show it
  let reply = 0;

  const movesAt = (number) => {
    const rows = [];
    const flat = data.moves[number];
    for (let i = 0; i < flat.length; i += 3) {
      const [kind, words, isBest, points, heading, gain, remoteness] = data.outcomes[flat[i + 2]];
      const move = data.moveTexts[flat[i]];
      const next = number + flat[i + 1];
      rows.push({ move, next, kind, words, isBest, points, heading, gain, remoteness });
    }
    return rows;
  };
  const seatAt = (number, plies) =>
    data.seat[number] < 0 ? (first + plies) % 2 : data.seat[number];

  // What stands in the form: the seat of an opponent, if there is one, and what it would choose.
  const wished = () => ({
    theirs: byId("opponent").value === "" ? null : Number(byId("seat").value),
    isBlind: byId("outcomes").checked,
  });
  const considered = (rows, won) => {
    const opponent = byId("opponent").value;
    if (opponent === "random") return rows;
    const valueOf = (row) => Math.sign(won + row.points); // of the match
    if (opponent === "value") return rows.filter((row) => valueOf(row) === valueOf(rows[0]));
    if (opponent === "score") return rows.filter((row) => row.points === rows[0].points);
    const worse = rows.filter((row) => !row.isBest);
    const oneIn = Number(opponent.split("-")[1]); // of errs-4, say
    const errs = oneIn && Math.random() * oneIn < 1;
    return errs && worse.length ? worse : rows.filter((row) => row.isBest);
  };

  // How many moves in a row, up to here, are the opponent's: it may keep the turn for ever.
  const answersUpTo = (place, theirs) => {
    let plies = place.steps.length;
    while (plies > 0 && seatAt(place.steps[plies - 1].before, plies - 1) === theirs) plies--;
    return place.steps.length - plies;
  };

  // What a move wins at once, and what was won on the way; who wins the match is known where the
  // way begins with it. As winnings.py has it.
  const signed = (points) => (points > 0 ? "+" : "") + points.toLocaleString("en");
  const withGain = ({ move, gain }) => (gain ? `${move} (${signed(gain)})` : move);
  const wonBy = (steps) => {
    const won = [0, 0];
    steps.forEach((step, plies) => (won[seatAt(step.before, plies)] += step.gain));
    return won;
  };
  const matchAt = (number, plies, won) => {
    const points = data.verdicts[data.verdict[number]][3];
    return won[0] - won[1] + (seatAt(number, plies) ? -points : points);
  };
  const whoWins = (match, hasEnded) => {
    if (!match) return "the match is a draw";
    const verb = hasEnded ? "has won" : "wins";
    return `${data.seats[match > 0 ? 0 : 1]} ${verb} the match by ${Math.abs(match)}`;
  };
  const capital = (text) => text[0].toUpperCase() + text.slice(1);
  const nameAlone = (seat) => (data.seats[seat].length > 1 ? capital(data.seats[seat]) : data.seats[seat]);
  const headline = (text) => (text[1] === " " ? text : capital(text));
  const showSoFar = (place, hasEnded, isBlind) => {
    const isShown = data.hasGains && place.steps.length > 0;
    byId("so-far").hidden = !isShown;
    byId("so-far").textContent = isShown ? soFar(place, hasEnded, isBlind) : "";
  };
  const soFar = (place, hasEnded, isBlind) => {
    const won = wonBy(place.steps);
    const sums = `${data.seats[0]} ${won[0]}, ${data.seats[1]} ${won[1]}`;
    const isTold = data.isMatch && place.root === null && !isBlind;
    const match = matchAt(place.number, place.steps.length, won);
    const result = isTold ? `: ${whoWins(match, hasEnded)}` : "";
    return headline(`${hasEnded ? "" : "so far "}${sums}${result}`);
  };

  const address = (root, way, ahead = []) => {
    const parts = root === null ? [] : ["from=" + encodeURIComponent(root)];
    const named = (name, moves) => moves.map((move) => `${name}=${encodeURIComponent(move)}`);
    return "#" + parts.concat(named("move", way), named("next", ahead)).join("&");
  };
  // The addresses of a place on the way, of the next one, and of the one after all moves ahead.
  const earlier = (place, plies) =>
    address(place.root, place.way.slice(0, plies), [...place.way.slice(plies), ...place.ahead]);
  const onwards = (place, move) =>
    address(place.root, [...place.way, move], place.ahead[0] === move ? place.ahead.slice(1) : []);

  // The place that the address names, up to the first move that is not legal.
  const read = () => {
    const given = new URLSearchParams(location.hash.slice(1).replaceAll("+", "%2B"));
    const root = numbers.has(given.get("from")) ? given.get("from") : null;
    first = others.has(root) ? 1 : 0;
    const steps = [];
    let number = root === null ? 0 : numbers.get(root);
    for (const move of given.getAll("move")) {
      const row = movesAt(number).find((each) => each.move === move);
      if (!row) break;
      steps.push({ move, before: number, number: row.next, gain: row.gain });
      number = row.next;
    }
    return { root, steps, number, way: steps.map((step) => step.move), ahead: given.getAll("next") };
  };

  const made = (tag, looks, ...content) => {
    const element = document.createElement(tag);
    if (looks) element.className = looks;
    element.append(...content.filter((each) => each !== ""));
    return element;
  };
  const drawn = (tag, attributes, ...content) => {
    const element = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...content);
    return element;
  };
  const link = (href, looks, ...content) => {
    const element = made("a", looks, ...content);
    element.href = href;
    return element;
  };
  const manOf = (seat) => {
    if (!byId(`man-${seat}`)) return [];
    const looks = { class: "mini", viewBox: "0 0 100 100", "aria-hidden": "true" };
    return [drawn("svg", looks, drawn("use", { href: `#man-${seat}` }))];
  };
  const named = (number, plies, ...content) => {
    if (!data.keepsColours) return content;
    const seat = seatAt(number, plies);
    return [...manOf(seat), made("span", "mover", nameAlone(seat)), " ", ...content];
  };

  // Pictures were made safe when the page was written; texts never become markup.
  // Men keep their colours: a picture may look otherwise while seat 1 is to move.
  const tokensOf = (number, plies) => {
    const isOther = data.otherPictures.length && seatAt(number, plies) === 1;
    return (isOther ? data.otherPictures : data.pictures)[number].map((each) => data.tokens[each]);
  };
  const moveOf = (token) => token.slice(1).split("\u0003")[0];
  const spacesOf = (number, plies) =>
    tokensOf(number, plies)
      .filter((token) => token[0] === "\u0001")
      .map((token) => token.split("\u0003")[1].split(" ").filter(Boolean));
  const picture = (number, plies, open) =>
    tokensOf(number, plies)
      .map((token) => (token[0] === "\u0001" ? open(moveOf(token)) : token))
      .map((token) => (token === "\u0002" ? (open("") ? "</a>" : "") : token))
      .join("");
  const hooksOf = (number, plies) =>
    tokensOf(number, plies)
      .filter((token) => token[0] === "\u0001")
      .map(moveOf);

  // The last move: a dot on a new disc, a halo below anything else that is new in the picture,
  // and the arrow that led there; where nothing is new, the shape that played it. As last_move.py
  // has it.
  const SHAPES = "path, circle, ellipse, polygon, polyline, line, text";
  const withAround = (element, svg) => {
    let copy = element.cloneNode(true);
    for (let around = element.parentNode; around !== svg; around = around.parentNode) {
      const outer = around.cloneNode(false);
      outer.append(copy);
      copy = outer;
    }
    return copy;
  };
  const piecesOf = (svg) =>
    [...svg.querySelectorAll(SHAPES)]
      .filter((each) => !each.closest("a, .label, .arrow, .hand, .ground, .last") && !each.children.length)
      .map((each) => withAround(each, svg));
  const showLast = (board, step, plies) => {
    const before = made("div", "");
    before.innerHTML = picture(step.before, plies - 1, () => "<a>");
    const [now, then] = [board.querySelector("svg"), before.querySelector("svg")];
    if (!now || !then || now.getAttribute("viewBox") !== then.getAttribute("viewBox")) return;
    const hooks = hooksOf(step.before, plies - 1);
    const shapes = [...then.querySelectorAll("a")]
      .filter((_, i) => hooks[i] === step.move)
      .map((hook) => withAround(hook, then));
    const seen = new Map();
    const standing = [...then.querySelectorAll("a .standing > *")].map((each) => {
      const pieces = then.querySelector("g.pieces").cloneNode(false);
      pieces.append(each.cloneNode(true));
      return pieces;
    });
    [...piecesOf(then), ...standing].forEach(({ outerHTML }) =>
      seen.set(outerHTML, 1 + (seen.get(outerHTML) || 0)),
    );
    const fresh = piecesOf(now).filter(({ outerHTML }) => {
      const left = seen.get(outerHTML) || 0;
      seen.set(outerHTML, left - 1);
      return left <= 0;
    });
    const isNew = data.keepsColours && fresh.length > 0 && fresh.length <= data.mostNew;
    const isArea = shapes.some((each) => each.querySelector("rect"));
    const discs = isNew ? fresh.filter(isDisc) : [];
    const others = isNew ? fresh.filter((each) => !isDisc(each)) : [];
    const [below, above] = [0, 1].map(() => drawn("g", { class: "last", "pointer-events": "none" }));
    if (shapes.length && (!isNew || !isArea)) below.append(drawn("g", { class: "shape" }, ...shapes));
    if (others.length) below.append(drawn("g", { class: "new" }, ...others.map(haloOf)));
    if (discs.length) above.append(drawn("g", { class: "new dots" }, ...discs.map(dotOf)));
    below.querySelectorAll("[id]").forEach((each) => each.removeAttribute("id"));
    const pieces = now.querySelector("g.pieces");
    if (below.children.length) now.insertBefore(below, pieces || now.firstChild);
    if (above.children.length) now.append(above);
  };
  const isDisc = (each) => {
    const disc = each.matches("g.pieces") && each.querySelector(":scope > circle");
    return disc && disc.getAttribute("fill").startsWith("#") && disc.getAttribute("r") > data.dot;
  };
  const dotOf = (piece) => {
    const disc = piece.querySelector("circle");
    const [cx, cy] = ["cx", "cy"].map((name) => disc.getAttribute(name));
    return drawn("circle", { cx, cy, r: data.dot });
  };
  const haloOf = (piece) => {
    const text = piece.matches("text") ? piece : piece.querySelector("text");
    if (!text) return piece;
    const [cx, cy, size] = ["x", "y", "font-size"].map((name) => text.getAttribute(name));
    const circle = drawn("circle", { cx, cy, r: Math.round(6 * size) / 10 });
    if (text === piece) return circle;
    text.replaceWith(circle);
    return piece;
  };

  // An outcome in a circle, as pages.py has it.
  const outcomeIn = ({ kind, points, remoteness }, [x, y, r]) => {
    const plies = remoteness === null ? "∞" : String(remoteness);
    const word = data.isScored ? signed(points) : kind;
    const isLarge = r >= data.largeOutcome;
    const short = data.isScored ? word : data.signs[kind] + plies;
    const lines = isLarge ? [[-0.28, 0.5, word], [0.36, 0.6, plies]] : [[0, 0.8, short]];
    const texts = lines.map(([up, size, line]) => {
      const letters = r * Math.min(size, 2.2 / Math.max(1, line.length));
      return drawn("text", { x, y: y + up * r, "font-size": letters }, line);
    });
    return drawn("g", { class: "outcome" }, drawn("circle", { cx: x, cy: y, r }), ...texts);
  };
  const showBoard = (place, rows, isBlind) => {
    const board = byId("board");
    const plies = place.way.length;
    board.innerHTML = picture(place.number, plies, () => "<a>");
    const hooks = hooksOf(place.number, plies);
    const spaces = spacesOf(place.number, plies);
    board.querySelectorAll("a").forEach((hook, i) => {
      const row = rows.find((each) => each.move === hooks[i]);
      if (!row) return;
      const caption = isBlind ? withGain(row) : `${withGain(row)}: ${row.words}`;
      hook.prepend(drawn("title", {}, caption));
      hook.setAttribute("href", onwards(place, row.move));
      hook.setAttribute("class", isBlind ? "draw" : `${row.kind}${row.isBest ? " best" : ""} valued`);
      if (!isBlind && spaces[i].length) hook.append(outcomeIn(row, spaces[i].map(Number)));
      hook.setAttribute("aria-label", caption);
      hook.setAttribute("tabindex", "-1");
      hook.dataset.move = row.move;
    });
    const last = place.steps.at(-1);
    byId("last").hidden = !last;
    if (!last) return;
    const player = seatAt(last.before, plies - 1);
    byId("last-mover").replaceChildren(...manOf(player), nameAlone(player));
    byId("last-text").textContent = withGain(last);
    showLast(board, last, plies);
    showWon(board, place.steps);
  };

  const showWay = (place, theirs) => {
    const root = link(earlier(place, 0), "", place.root === null ? "start" : "position");
    root.dataset.root = "";
    const items = [made("li", "", root)];
    place.steps.forEach((step, i) => {
      const there = link(earlier(place, i + 1), "", step.move);
      items.push(made("li", "", ...named(step.before, i, there)));
    });
    items.at(-1).querySelector("a").setAttribute("aria-current", "page");
    byId("way").replaceChildren(...items);
    // Against an opponent one step back goes to the user's last turn.
    let plies = place.steps.length - 1;
    while (plies >= 0 && seatAt(place.steps[plies].before, plies) === theirs) plies--;
    aim("back", plies < 0 ? null : earlier(place, plies));
    byId("back-words").textContent = theirs === null ? "Step back" : "Back to your turn";
  };
  const aim = (id, href) => {
    if (href === null) byId(id).removeAttribute("href");
    else byId(id).href = href;
  };
  const showSteps = (place, rows, isBlind) => {
    const all = [...place.way, ...place.ahead];
    const next = place.ahead.length ? place.ahead[0] : !isBlind && rows.length ? rows[0].move : null;
    aim("first", place.way.length ? earlier(place, 0) : null);
    aim("forward", next === null ? null : onwards(place, next));
    aim("last-of-all", place.ahead.length ? address(place.root, all) : null);
    byId("again").hidden = !place.way.length;
  };
  const inShort = (rows) => {
    if (rows.length < 2) return rows.length ? "The only move." : "";
    const counts = Object.keys(data.verbs).map((kind) => rows.filter((row) => row.kind === kind).length);
    if (counts.includes(rows.length)) return "";
    const verbs = Object.values(data.verbs);
    const sentences = counts.map((count, i) => {
      const only = counts.slice(0, i).some(Boolean) ? "One" : "Only one";
      return count === 1 ? `${only} move ${verbs[i][0]}.` : `${count} moves ${verbs[i][1]}.`;
    });
    return sentences.filter((_, i) => counts[i]).join(" ");
  };

  // What was won on the way: seeds in stores, and boxes in the colours of their owners. As
  // won_on_board.py has it.
  const seedsIn = (count) =>
    count <= data.mostSeeds
      ? data.seeds[count]
      : data.moreSeeds.replace(`>${data.mostSeeds + 1}<`, `>${count}<`);
  const boxesOf = (number, plies) =>
    [...picture(number, plies, () => "").matchAll(/<g class="box"><polygon points="([^"]*)"/g)].map(
      (box) => box[1],
    );
  const showWon = (board, steps) => {
    if (!data.hasGains) return;
    wonBy(steps).forEach((points, seat) => {
      const store = board.querySelector(`g.store-${seat}`);
      if (store && points > 0) store.innerHTML = seedsIn(points);
    });
    if (!data.tones.length || !board.querySelector("g.box")) return;
    const owners = new Map();
    steps.forEach((step, plies) => {
      if (!step.gain) return;
      const before = boxesOf(step.before, plies);
      boxesOf(step.number, plies + 1)
        .filter((box) => !before.includes(box))
        .forEach((box) => owners.set(box, seatAt(step.before, plies)));
    });
    board.querySelectorAll("g.box > polygon").forEach((box) => {
      const owner = owners.get(box.getAttribute("points"));
      if (owner !== undefined) box.setAttribute("fill", data.tones[owner]);
    });
  };

  // The board by itself, as boards.py has it, and a frame with this place.
  const showShared = (place) => {
    const shared = made("div", "");
    shared.innerHTML = picture(place.number, place.way.length, () => "");
    showWon(shared, place.steps);
    const svg = shared.innerHTML;
    const isDrawn = svg.startsWith("<svg");
    byId("drawn").hidden = !isDrawn;
    const alone = svg.replace("<svg", `<svg xmlns="${SVG}" width="240" color="#1c2026"`);
    const source = `data:image/svg+xml,${encodeURIComponent(alone)}`;
    if (isDrawn) byId("svg").href = byId("png").dataset.png = source;
    const frame = `<iframe src="${location.href}" width="100%" height="800"></iframe>`;
    byId("snippet").textContent = frame;
  };

  // A puzzle, a trap or an only move on a random way from here, as views.py has them.
  const isOnlyMove = (rows) =>
    rows.length > 1 && rows[0].kind !== "loss" && rows[1].kind !== rows[0].kind;
  const isTrap = (rows) =>
    rows.length > 0 &&
    rows[0].kind === "draw" &&
    2 * rows.filter((row) => row.kind === "loss").length > rows.length;
  const isFound = {
    puzzle: (rows) => rows.length >= FEWEST_CHOICES && isOnlyMove(rows),
    trap: isTrap,
    "only-move": isOnlyMove,
  };
  const find = (name) => {
    const begin = read();
    let [number, way] = [begin.number, [...begin.way]];
    for (let i = 0; i < MOST_LOOKED_AT; i++) {
      const rows = movesAt(number);
      if (way.length > begin.way.length && isFound[name](rows)) {
        byId("outcomes").checked = name === "puzzle";
        byId("opponent").value = "";
        location.hash = address(begin.root, way);
        return;
      }
      const row = rows[Math.floor(Math.random() * rows.length)];
      [number, way] = row ? [row.next, [...way, row.move]] : [begin.number, [...begin.way]];
    }
    byId("waits").textContent = `No ${name.replace("-", " ")} was found from here.`;
  };
  byId("finds").addEventListener("click", (event) => {
    if (event.target.dataset.find) find(event.target.dataset.find);
  });

  const listOf = (place, rows, isBlind) => {
    const longest = Math.max(...rows.map((row) => [...withGain(row)].length));
    const [room] = Object.entries(data.widths).find((each) => longest <= each[1]) || ["longest"];
    const items = rows.map((row) => {
      const looks = isBlind ? "draw" : row.kind + (row.isBest ? " best" : "");
      const result = isBlind ? "" : made("span", "result", row.words);
      const href = onwards(place, row.move);
      const gain = row.gain ? made("span", "gain", signed(row.gain)) : "";
      const item = link(href, looks, made("span", "move", row.move), " ", gain, " ", result);
      item.dataset.move = row.move;
      return made("li", "", item);
    });
    return made("ol", `moves ${room}`, ...items);
  };

  // The moves by what they keep, best first.
  const groupsOf = (place, rows) => {
    const headings = [...new Set(rows.map((row) => row.heading))];
    return headings.flatMap((heading, i) => {
      const those = rows.filter((row) => row.heading === heading);
      const title = made("h3", those[0].kind, heading);
      if (those.length > 1) title.append(" ", made("span", "aside", `${those.length} moves`));
      title.id = `group-${i + 1}`;
      const list = listOf(place, those, false);
      list.setAttribute("aria-labelledby", title.id);
      return [title, list];
    });
  };

  const showMoves = (place, rows, isBlind) => {
    const shown = [...rows];
    shown.sort((a, b) => a.move.localeCompare(b.move, undefined, { numeric: true }));
    const blind = isBlind ? [listOf(place, shown, true)] : [];
    blind.forEach((list) => list.setAttribute("aria-labelledby", "moves-title"));
    byId("moves").replaceChildren(...(isBlind ? blind : groupsOf(place, rows)));
    byId("moves").classList.toggle("many", rows.length > AT_ONCE);
    byId("hint").hidden = !isBlind;
    byId("hint").open = false;
    byId("hinted").textContent = isBlind ? rows[0].move : "";
    byId("order").textContent = isBlind ? "" : "best first, for the player making them";
    byId("moves-title").hidden = !rows.length;
    byId("over").hidden = rows.length > 0;
  };

  // Outcomes on the way: all of it for seat 0, as on the server.
  const momentsOf = (place) => {
    const root = { move: place.root === null ? "start" : "position", number: rootOf(place) };
    const moments = [root, ...place.steps].map((step, plies) => {
      const [kind, , remoteness] = data.verdicts[data.verdict[step.number]];
      const points = matchAt(step.number, plies, wonBy(place.steps.slice(0, plies)));
      const seat = seatAt(step.number, plies);
      return { ...step, plies, kind, remoteness, seat, points, value: Math.sign(points) };
    });
    const wins = moments.filter((each) => each.value);
    const longest = Math.max(1, ...wins.map((each) => each.remoteness || 0));
    const widest = Math.max(1, ...wins.map((each) => Math.abs(each.points)));
    const shareOf = ({ points, remoteness }) => {
      if (data.isScored) return Math.abs(points) / widest;
      return remoteness === null ? 0 : 1 - remoteness / longest;
    };
    moments.forEach((each, i) => {
      const spot = 50 + each.value * (12 + 32 * shareOf(each));
      each.spot = Math.round(10 * spot) / 10;
      const before = moments[i - 1];
      const lost = before ? (before.points - each.points) * (before.seat ? -1 : 1) : 0;
      const gives = data.isScored ? `gives ${lost} away` : before && data.gives[before.kind];
      each.mistake = lost > 0 ? gives : "";
      each.sign = lost > 0 ? (Math.abs(before.value - each.value) > 1 ? "??" : "?") : "";
      each.better = lost > 0 ? movesAt(each.before)[0].move : "";
    });
    return moments;
  };
  const rootOf = (place) => (place.root === null ? 0 : numbers.get(place.root));
  const wordsOf = ({ value, remoteness, points }) => {
    if (!value) return remoteness === null ? "endless draw" : `draw in ${remoteness}`;
    const winner = nameAlone(value > 0 ? 0 : 1);
    const by = data.isScored ? ` by ${Math.abs(points)}` : "";
    if (remoteness === null) return `${winner} wins${by}, endless`;
    return remoteness ? `${winner} wins${by} in ${remoteness}` : `${winner} has won${by}`;
  };
  const chartOf = (before, here, after, kind, href) => {
    const above = before === undefined ? [] : [`${(before + here) / 2} 0`];
    const below = after === undefined ? [] : [`${(after + here) / 2} 20`];
    const d = `M${[...above, `${here} 10`, ...below].join("L")}`;
    const frame = { viewBox: "0 0 100 20" };
    const there = link(href, "", drawn("svg", frame, drawn("circle", { class: kind, cx: here, cy: 10, r: 5 })));
    there.tabIndex = -1;
    there.setAttribute("aria-hidden", "true");
    return [
      drawn(
        "svg",
        { ...frame, class: "trails", preserveAspectRatio: "none", "aria-hidden": "true" },
        drawn("path", { class: "middle", d: "M50 0V20" }),
        drawn("path", { class: "trail", d }),
      ),
      there,
    ];
  };
  // After the end: a graph of the game, and the mistakes of each player. As history.py has it.
  const manyOf = (count, noun) => `${count || "no"} ${noun}${count === 1 ? "" : "s"}`;
  const graphOf = (place, moments) => {
    const wide = STEP * moments.length;
    const spots = moments.map((each, i) => [STEP / 2 + STEP * i, 100 - each.spot]);
    const links = moments.map((each, i) => {
      const [cx, cy] = spots[i];
      const kind = ["loss", "draw", "win"][each.value + 1];
      const title = drawn("title", {}, `${each.move}: ${wordsOf(each)}`);
      const href = earlier(place, i);
      const looks = each.mistake ? "mistake" : "";
      const circle = drawn("circle", { class: kind, cx, cy, r: 6 });
      return drawn("a", { href, tabindex: -1, class: looks }, title, circle);
    });
    return drawn(
      "svg",
      { viewBox: `0 0 ${wide} 100`, width: wide, height: 100, "aria-hidden": "true" },
      drawn("path", { class: "middle", d: `M0 50H${wide}` }),
      drawn("polyline", { class: "trail", points: spots.join(" ") }),
      ...links,
    );
  };
  const showReview = (place, moments, hasEnded) => {
    byId("review").hidden = !hasEnded || !place.steps.length;
    if (byId("review").hidden) return;
    byId("graph").replaceChildren(graphOf(place, moments));
    const mistakes = moments.flatMap((each, i) => (each.mistake ? [i] : []));
    const movers = moments.slice(0, -1).map((each) => each.seat);
    const words = [0, 1].flatMap((seat) => {
      const moves = movers.filter((each) => each === seat).length;
      const erring = mistakes.filter((i) => movers[i - 1] === seat).length;
      const sentence = `${nameAlone(seat)}: ${manyOf(moves, "move")}, ${manyOf(erring, "mistake")}.`;
      return moves ? [made("p", "", sentence)] : [];
    });
    byId("review-words").replaceChildren(...words);
    const items = mistakes.map((i) => {
      const { mistake, better, sign } = moments[i];
      const player = nameAlone(movers[i - 1]);
      const there = link(earlier(place, i), "", `${i}. ${player} ${withGain(moments[i])}`);
      return made("li", "", there, made("b", "bad", sign), ` ${mistake}; best: ${better}`);
    });
    byId("mistakes").replaceChildren(...items);
  };

  const showHistory = (place, isBlind, hasEnded) => {
    byId("history").hidden = isBlind || !place.steps.length;
    const moments = momentsOf(place);
    showReview(place, moments, hasEnded);
    const spots = moments.map((each) => each.spot);
    const rows = moments.map((each, i) => {
      const kind = ["loss", "draw", "win"][each.value + 1];
      const href = earlier(place, i);
      const there = link(href, i === place.steps.length ? "here" : "");
      there.append(...(i ? named(each.before, i - 1, withGain(each)) : [each.move]));
      const head = made("th", "", made("span", "number", String(i)), " ", there);
      if (each.sign) head.append(made("b", "bad", each.sign));
      head.scope = "row";
      const chart = chartOf(spots[i - 1], spots[i], spots[i + 1], kind, href);
      const words = [made("span", kind, wordsOf(each))];
      if (each.mistake) {
        const better = made("span", "better", `best: ${each.better}`);
        words.push(" ", made("b", "gave", each.mistake), " ", better);
      }
      const looks = each.mistake ? "mistake" : "";
      return made("tr", looks, head, made("td", "chart", ...chart), made("td", "", ...words));
    });
    byId("moments").replaceChildren(...rows);
    const scroll = byId("moments-scroll");
    const isLong = rows.length > AT_ONCE;
    scroll.classList.toggle("long", isLong);
    if (isLong) scroll.setAttribute("role", "region");
    else scroll.removeAttribute("role");
    scroll.tabIndex = isLong ? 0 : -1;
  };

  const showLine = (place) => {
    const items = [];
    const seen = new Set();
    let { number } = place;
    const way = [...place.way];
    const steps = [...place.steps];
    while (!seen.has(number) && data.moves[number].length && items.length < LINE_SHOWN) {
      seen.add(number);
      const row = movesAt(number)[0];
      way.push(row.move);
      const small = made("span", "small");
      small.setAttribute("aria-hidden", "true");
      small.innerHTML = picture(row.next, way.length, () => "");
      steps.push({ before: number, number: row.next, gain: row.gain });
      showWon(small, steps);
      const words = named(number, way.length - 1, made("b", "", withGain(row)));
      const caption = made("span", "caption", `${items.length + 1}. `, ...words);
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
    const { theirs, ...wishes } = wished();
    const isBlind = wishes.isBlind && rows.length > 0;
    const seat = seatAt(place.number, place.way.length);
    const [kind, sentences] = data.verdicts[data.verdict[place.number]];
    const sentence = sentences[seat];
    const turn = rows.length === 0 ? "The end" : `${nameAlone(seat)} to move`;
    const winner = { win: seat, draw: null, loss: 1 - seat }[kind];
    byId("turn").textContent = isBlind ? "" : turn;
    const man = isBlind || winner === null ? [] : manOf(winner);
    byId("verdict").replaceChildren(...man, isBlind ? turn : sentence);
    byId("verdict").className = isBlind ? "" : kind;
    byId("verdict-box").className = `verdict ${isBlind ? "unknown" : kind}`;
    byId("in-short").textContent = isBlind ? "" : inShort(rows);
    byId("in-short").hidden = !byId("in-short").textContent;
    const points = wonBy(place.steps);
    document.querySelectorAll(".player").forEach((each, player) => {
      each.classList.toggle("to-move", rows.length > 0 && player === seat);
      if (data.hasGains) each.querySelector(".points").textContent = points[player];
    });
    const texts = seat === 1 && others.size ? data.otherTexts : data.texts;
    byId("text").textContent = byId("from").value = texts[place.number];
    showSteps(place, rows, isBlind);
    showShared(place);
    byId("finds").hidden = !rows.length;
    byId("unknown").textContent = "";
    showSoFar(place, rows.length === 0, isBlind);
    document.title = `${isBlind ? turn : sentence}: ${data.name}`;
    showBoard(place, rows, isBlind);
    showWay(place, theirs);
    showMoves(place, rows, isBlind);
    showHistory(place, isBlind, rows.length === 0);
    byId("counts").hidden = isBlind;
    byId("line").hidden = isBlind || !showLine(place);
    const isTheirs = rows.length > 0 && seatAt(place.number, place.way.length) === theirs;
    const waits = isTheirs && answersUpTo(place, theirs) >= data.mostAnswers;
    byId("waits").textContent = waits ? data.keptTheTurn : "";
    if (isTheirs && !waits) {
      const [first, second] = wonBy(place.steps);
      const among = considered(rows, theirs ? second - first : first - second);
      const { move } = among[Math.floor(Math.random() * among.length)];
      reply = setTimeout(() => {
        location.hash = address(place.root, [...place.way, move]);
      }, THINKING);
    }
  };

  byId("ask").addEventListener("submit", (event) => {
    event.preventDefault();
    const typed = byId("from").value; // its edges may be spaces, of the board or pasted with it
    const text = [typed, typed.trim()].find((each) => numbers.has(each));
    if (text !== undefined) {
      location.hash = address(text, []);
    } else {
      byId("unknown").textContent = `No such position here. One looks like ${data.texts[0]}`;
    }
  });
  for (const id of ["opponent", "seat", "outcomes"]) byId(id).addEventListener("change", show);
  window.addEventListener("hashchange", show);
  show();
  byId("main").classList.remove("unready"); // nothing moves any more
})();
