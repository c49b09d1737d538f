// Results while a search is typed: loads the address of the form, and replaces everything around the form. Enter loads the page.

const form = document.querySelector('[data-instant]');
const field = form.querySelector('[type=search]');
const status = form.appendChild(document.createElement('p'));
const typingPauseMs = 250;
let running = null;
let pause;
/** Whether the last history entry is from typing: the next pause replaces this entry. */
let typed = false;

status.className = 'sr';
status.setAttribute('role', 'status');

function addressOf() {
  const filled = [...new FormData(form)].filter(([, value]) => value.trim() !== '');
  const query = new URLSearchParams(filled).toString();
  return `${form.getAttribute('action')}${query && `?${query}`}`;
}

/** Loads an address and shows its results. `entry` is `push`, `replace` or `keep`. Without an answer the page stays as it is. */
async function show(address, entry) {
  running?.abort();
  const own = new AbortController();
  running = own;
  try {
    const response = await fetch(address, { signal: own.signal, headers: { accept: 'text/html' } });
    const text = await response.text();
    if (own.signal.aborted) return;
    if (!response.ok) return location.assign(address);
    if (entry !== 'keep') history[`${entry}State`](null, '', address);
    swap(new DOMParser().parseFromString(text, 'text/html'));
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
}

/** Replaces the siblings of an element. The element stays in the document, so that a field in it keeps the focus. */
function replaceAround(kept, next) {
  const siblings = [...next.parentElement.childNodes];
  const at = siblings.indexOf(next);
  for (const sibling of [...kept.parentElement.childNodes]) if (sibling !== kept) sibling.remove();
  kept.before(...siblings.slice(0, at));
  kept.after(...siblings.slice(at + 1));
}

field.addEventListener('input', () => {
  clearTimeout(pause);
  pause = setTimeout(() => {
    void show(addressOf(), typed ? 'replace' : 'push');
    typed = true;
  }, typingPauseMs);
});
field.addEventListener('blur', () => {
  typed = false;
});
form.addEventListener('submit', () => {
  clearTimeout(pause);
  running?.abort();
});
addEventListener('popstate', () => {
  clearTimeout(pause);
  typed = false;
  field.blur();
  void show(location.pathname + location.search, 'keep');
});
