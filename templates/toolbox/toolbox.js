// Directory page without full reloads: loads the same addresses and replaces the changed parts.

import { watchFacets } from './facets.js';
import { addCopyButtons } from './page.js';

const view = document.querySelector('[data-view]');
const filters = document.querySelector('[data-filters]');
const search = document.querySelector('#search');
const typingPauseMs = 300;
let running = null;
let pause;

/** Address of the form's view, without empty fields. */
function addressOf(form) {
  const parameters = new URLSearchParams();
  for (const [name, value] of new FormData(form))
    if (value !== '' && name !== 'compare') parameters.append(name, value);
  for (const slug of pickedSlugs()) parameters.append('compare', slug);
  const query = parameters.toString();
  return `${form.getAttribute('action')}${query && `?${query}`}`;
}

function pickedSlugs() {
  const fields = document.querySelectorAll('input[name=offer]');
  return [...fields].filter((field) => field.type === 'hidden' || field.checked).map((field) => field.value);
}

/** Loads an address and replaces the changed parts. On failure navigates to the address. */
async function show(address, { push = true } = {}) {
  // A pending search request would replace the page again.
  clearTimeout(pause);
  running?.abort();
  running = new AbortController();
  const { signal } = running;
  const results = view.querySelector('#results');
  results.setAttribute('aria-busy', 'true');
  try {
    const response = await fetch(address, { signal, headers: { accept: 'text/html' } });
    if (!response.ok) throw new Error(String(response.status));
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    if (signal.aborted) return;
    if (push) history.pushState(null, '', address);
    swap(page);
  } catch {
    if (!signal.aborted) location.assign(address);
  }
}

function swap(page) {
  const focused = saveFocus();
  const open = new Map([...filters.querySelectorAll('details.facet')].map((facet) => [facet.id, facet.open]));
  document.title = page.title;
  for (const old of view.querySelectorAll('[data-swap]')) {
    const next = page.querySelector(`[data-swap="${old.dataset.swap}"]`);
    if (next) old.replaceWith(document.adoptNode(next));
  }
  for (const [id, wasOpen] of open) {
    const facet = document.getElementById(id);
    if (facet instanceof HTMLDetailsElement) facet.open = wasOpen || facet.open;
  }
  const asked = page.querySelector('#search');
  if (asked && document.activeElement !== search) search.value = asked.value;
  filters.dataset.facets = page.querySelector('[data-filters]')?.dataset.facets ?? '';
  addCopyButtons(view);
  focused?.();
  showPicked();
}

/** Returns a function that restores focus and scroll position after the swap. */
function saveFocus() {
  const element = document.activeElement;
  if (!element || !view.contains(element) || element === search) return null;
  const list = element.closest('.choices');
  const { scrollTop = 0 } = list ?? {};
  const key = list?.dataset.choices;
  const find = () => {
    if (element.name)
      return view.querySelector(
        `[name="${CSS.escape(element.name)}"][value="${CSS.escape(element.value)}"], input[type=number][name="${CSS.escape(element.name)}"]`,
      );
    const text = element.textContent;
    return (
      [...view.querySelectorAll(element.tagName)].find((other) => other.textContent === text) ??
      view.querySelector('#results')
    );
  };
  return () => {
    const again = find();
    if (key) view.querySelector(`[data-choices="${key}"]`)?.scrollTo(0, scrollTop);
    if (again?.id === 'results') again.tabIndex = -1;
    again?.focus({ preventScroll: true });
  };
}

filters.addEventListener('change', (event) => {
  if (event.target.name) void show(addressOf(filters));
});
filters.addEventListener('submit', (event) => {
  event.preventDefault();
  // On narrow screens the panel covers the results while it is the target.
  if (filters.matches(':target')) location.hash = '#results';
  void show(addressOf(filters));
});

search.addEventListener('input', () => {
  clearTimeout(pause);
  pause = setTimeout(() => void show(addressOf(filters)), typingPauseMs);
});
// The field belongs to the filter form, whose change listener must not load the page a second time.
search.addEventListener('change', (event) => event.stopPropagation());

view.addEventListener('submit', (event) => {
  if (!event.target.matches('[data-display]')) return;
  event.preventDefault();
  void show(addressOf(event.target));
});

view.addEventListener('click', (event) => {
  const link = event.target.closest('a[href]');
  if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  if (link.pathname !== location.pathname || link.host !== location.host || !isOfView(link)) return;
  event.preventDefault();
  if (link.matches('[data-all]')) return;
  const target = new URL(link.href);
  const dropped = link.closest('.compare-bar') !== null;
  if (!dropped) {
    target.searchParams.delete('compare');
    for (const slug of pickedSlugs()) target.searchParams.append('compare', slug);
  }
  void show(target.pathname + target.search).then(() => link.closest('.pages') && view.scrollIntoView());
});

/** Whether the link leads to another view of this page, not to a fragment. */
function isOfView(link) {
  return link.search !== location.search || link.hash === '' || link.matches('[data-all]');
}

addEventListener('popstate', () => {
  if (location.hash === '') void show(location.pathname + location.search, { push: false });
});

function showPicked() {
  const bar = view.querySelector('[data-compare]');
  if (!bar) return;
  const picked = pickedSlugs().length;
  const most = Number(bar.dataset.compare);
  bar.querySelector('[data-picked]').textContent = picked === 0 ? '' : ` (${picked})`;
  bar.querySelector('button').disabled = picked === 0;
  for (const box of view.querySelectorAll('.pick input')) box.disabled = picked >= most && !box.checked;
}
view.addEventListener('change', (event) => {
  if (event.target.name === 'offer') showPicked();
});
showPicked();
watchFacets(filters);
