// Results while a search is typed: loads the address of the form, and replaces everything around
// the form. Enter loads the page.

import { loadPage, watchTyping } from './load-page.js';

const form = document.querySelector('[data-instant]');
const field = form.querySelector('[type=search]');
const status = form.appendChild(document.createElement('p'));
let running = null;
const typing = watchTyping(field, 250, (entry) => void show(addressOf(), entry));

status.className = 'sr';
status.setAttribute('role', 'status');

function addressOf() {
  const filled = [...new FormData(form)].filter(([, value]) => value.trim() !== '');
  const query = new URLSearchParams(filled).toString();
  return `${form.getAttribute('action')}${query && `?${query}`}`;
}

/**
 * Loads an address and shows its results. `entry` is `push`, `replace` or `keep`. Without an answer
 * the page stays as it is.
 */
async function show(address, entry) {
  running?.abort();
  const own = new AbortController();
  running = own;
  try {
    const page = await loadPage(address, own.signal);
    if (own.signal.aborted) return;
    if (page === null) return location.assign(address);
    if (entry !== 'keep') history[`${entry}State`](null, '', address);
    swap(page);
  } catch {
    // Enter and the button still search.
  }
}

function swap(page) {
  const asked = page.querySelector('[data-instant]');
  const askedField = asked.querySelector('[type=search]');
  document.title = page.title;
  field.defaultValue = askedField.value;
  if (document.activeElement !== field) field.value = askedField.value;
  replaceAround(form.parentElement, asked.parentElement);
  replaceAround(form, asked);
  const [counts] = ['main .counts', 'main .answer .muted', 'main h1'].flatMap(
    (part) => document.querySelector(part) ?? [],
  );
  status.textContent = counts.textContent;
  form.dispatchEvent(new Event('results', { bubbles: true }));
}

/**
 * Replaces the siblings of an element. The element stays in the document, so that a field in it
 * keeps the focus.
 */
function replaceAround(kept, next) {
  const siblings = [...next.parentElement.childNodes];
  const at = siblings.indexOf(next);
  for (const sibling of [...kept.parentElement.childNodes]) if (sibling !== kept) sibling.remove();
  kept.before(...siblings.slice(0, at));
  kept.after(...siblings.slice(at + 1));
}

form.addEventListener('submit', () => {
  typing.cancel();
  running?.abort();
});
addEventListener('popstate', () => {
  typing.end();
  field.blur();
  void show(location.pathname + location.search, 'keep');
});
