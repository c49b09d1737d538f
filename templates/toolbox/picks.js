// Offers picked for comparison: the tray with their names, their limit, and the way to the Compare
// button by keyboard.

import { withValues } from './load-page.js';

/** The address with the picked offers of the page. */
export function withPicks(address) {
  const items = [...document.querySelectorAll('[data-picks] > [data-slug]')];
  const slugs = items.map(({ dataset }) => dataset.slug);
  return withValues(address, 'compare', slugs);
}

export function watchPicks(view, onChange) {
  /** The box from which the keyboard went to the Compare button. */
  let origin = null;

  view.addEventListener('change', (event) => {
    if (event.target.name !== 'offer') return;
    // A reset of the form restores the state of the address.
    event.target.defaultChecked = event.target.checked;
    showPicked(view);
    onChange();
  });

  view.addEventListener('click', (event) => {
    const link = event.target.closest('.unpick');
    if (!link) return;
    event.preventDefault();
    const item = link.closest('[data-slug]');
    const next = (item.nextElementSibling ?? item.previousElementSibling)?.querySelector('.unpick');
    for (const box of boxesOf(view))
      if (box.value === item.dataset.slug) box.checked = box.defaultChecked = false;
    item.remove();
    showPicked(view);
    onChange();
    (next ?? view.querySelector('.pick input'))?.focus();
  });

  // Compare is the next tab stop after a picked box. The stop after Compare is the one after this
  // box.
  view.addEventListener('keydown', (event) => {
    if (event.key !== 'Tab') return;
    const compare = view.querySelector('[data-compare] button');
    if (event.target.matches('.pick input:checked') && !event.shiftKey) {
      event.preventDefault();
      origin = event.target;
      compare.focus();
    } else if (event.target === compare && origin?.isConnected) {
      if (event.shiftKey) event.preventDefault();
      origin.focus();
    }
  });
  showPicked(view);
}

function boxesOf(view) {
  return view.querySelectorAll('.pick input');
}

/** Shows the picked offers in the tray, and disables the other boxes at the limit. */
export function showPicked(view) {
  const bar = view.querySelector('[data-compare]');
  if (!bar) return;
  const list = bar.querySelector('[data-picks]');
  fill(list, bar, view);
  const picked = list.children.length;
  const most = Number(bar.dataset.compare);
  bar.querySelector('[data-picked]').textContent = picked === 0 ? '' : ` (${picked})`;
  bar.querySelector('button').disabled = picked === 0;
  bar.querySelector('[data-full]').hidden = picked < most;
  bar.querySelector('[data-hint]').hidden = picked > 0;
  const reason = bar.querySelector('[data-full]').textContent;
  for (const box of boxesOf(view)) {
    box.disabled = picked >= most && !box.checked;
    box.parentElement.title = box.disabled ? reason : '';
  }
  view.querySelector('[data-compare-link]').href =
    `${bar.getAttribute('action')}?${addressOf(bar, list)}`;
}

/**
 * Items of the tray: one for each ticked box, and those of other pages, which have fields of their
 * own.
 */
function fill(list, bar, view) {
  for (const box of boxesOf(view)) {
    const item = [...list.children].find(({ dataset }) => dataset.slug === box.value);
    if (box.checked && !item) {
      list.append(describe(box, bar));
      list.scrollLeft = list.scrollWidth;
    }
    if (!box.checked && item && !item.querySelector('input')) item.remove();
  }
}

function addressOf(bar, list) {
  const parameters = new URLSearchParams(
    [...bar.querySelectorAll('[data-kept]')].map(({ name, value }) => [name, value]),
  );
  for (const { dataset } of list.children) parameters.append('offer', dataset.slug);
  return parameters;
}

/** An item of the tray, made of the line of the offer. */
function describe(box, bar) {
  const item = bar.querySelector('template').content.firstElementChild.cloneNode(true);
  const line = box.closest('tr');
  const name = line.querySelector('.name').textContent;
  // The name of the box tells offers of the same title apart.
  const title = box.getAttribute('aria-label').slice(`Compare ${name}`.length).trim();
  item.dataset.slug = box.value;
  item.prepend(line.parentElement.querySelector('.mark').cloneNode(true));
  item.querySelector('[data-name]').textContent = name;
  item.querySelector('[data-title]').textContent = title;
  item
    .querySelector('.unpick')
    .setAttribute('aria-label', `Remove ${name} ${title} from the comparison`);
  return item;
}
