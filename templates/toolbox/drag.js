// Dragging over a plot of prices sets its two fields. A side of the plot is an open end.

/** Less is a click on a dot, which is as wide. In pixels. */
const shortest = 8;

export function watchPlots(view) {
  let drag = null;
  view.addEventListener('pointerdown', (event) => {
    const svg = event.target.closest('svg[data-range]');
    if (!svg || event.button !== 0) return;
    const rect = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
    rect.setAttribute('class', 'plot-drag');
    rect.setAttribute('height', '100%');
    drag = { svg, rect, box: svg.getBoundingClientRect(), from: event.clientX, to: event.clientX };
  });
  addEventListener('pointermove', (event) => {
    if (drag === null) return;
    drag.to = event.clientX;
    if (isClick(drag)) return;
    if (!drag.rect.isConnected) drag.svg.append(drag.rect);
    const [from, to] = endsOf(drag);
    drag.rect.setAttribute('x', `${from}%`);
    drag.rect.setAttribute('width', `${to - from}%`);
  });
  addEventListener('pointerup', () => {
    if (drag === null) return;
    drag.rect.remove();
    if (!isClick(drag)) choose(drag);
    drag = null;
  });
  addEventListener('pointercancel', () => {
    drag?.rect.remove();
    drag = null;
  });
  // A browser would drag the link of a dot, and click on it at the end.
  view.addEventListener('dragstart', (event) => drag !== null && event.preventDefault());
}

function isClick({ from, to }) {
  return Math.abs(to - from) < shortest;
}

/** Percentages of the width, in order. */
function endsOf({ box, from, to }) {
  return [from, to]
    .map((x) => Math.min(100, Math.max(0, (100 * (x - box.left)) / box.width)))
    .sort((a, b) => a - b);
}

function choose(drag) {
  const { range } = drag.svg.dataset;
  const form = drag.svg.closest('figure').querySelector('form');
  const [min, max] = endsOf(drag).map((at) => priceAt(at, drag.svg.dataset));
  form.elements[`${range}.min`].value = min;
  form.elements[`${range}.max`].value = max;
  form.requestSubmit();
}

/** To two digits; blank beside the scale. */
function priceAt(at, { least, most, from, to }) {
  const share = (at - from) / (to - from);
  return share < 0 || share > 1 ? '' : Number((least * (most / least) ** share).toPrecision(2));
}
