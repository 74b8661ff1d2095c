// Shows the page of a match, and reports the chosen shape or button to the kernel.

function render({ model, el }) {
  const chosen = (target) => target.closest("[data-move], [data-order]");
  const keyOf = (shape) => shape && (shape.dataset.move ?? shape.dataset.order);

  function show() {
    const focused = el.contains(document.activeElement) ? keyOf(document.activeElement) : null;
    el.innerHTML = model.get("page");
    if (focused === null) return;
    const shapes = [...el.querySelectorAll("[data-move], [data-order]")];
    (shapes.find((shape) => keyOf(shape) === focused) ?? shapes[0])?.focus(); // for the keyboard
  }

  function send(event) {
    const shape = chosen(event.target);
    if (!shape || !el.contains(shape)) return;
    event.preventDefault();
    event.stopPropagation();
    const { move, order } = shape.dataset;
    const what = move === undefined ? { order } : { move };
    model.send({ ...what, number: model.get("number") });
  }

  function press(event) {
    const isKey = event.key === "Enter" || event.key === " ";
    if (isKey && chosen(event.target)) send(event);
    else if (el.contains(event.target)) event.stopPropagation(); // no key of the notebook's
  }

  el.addEventListener("click", send);
  el.addEventListener("keydown", press);
  model.on("change:number", show);
  show();
  return () => model.off("change:number", show);
}

export default { render };
