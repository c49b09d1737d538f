// Directory page without full reloads: loads the same addresses and replaces the changed parts.

import { addCopyButtons } from './copy.js';
import { watchPlots } from './drag.js';
import { watchFacets } from './facets.js';
import { loadPage, watchTyping, withValues } from './load-page.js';
import { watchListFilters } from './page.js';
import { watchPanel } from './panel.js';
import { showPicked, watchPicks, withPicks } from './picks.js';
import { watchRows } from './unfold.js';

const view = document.querySelector('[data-view]');
const filters = document.querySelector('[data-filters]');
const search = document.querySelector('#search');
const note = document.querySelector('[data-note]');
/** Stays on the page, so that screen readers tell what is written into it. */
const status = view.appendChild(document.createElement('p'));
let running = null;
/** Address of the view on the page. */
let shown = addressOfPage();
status.className = 'sr';
status.setAttribute('role', 'status');
const typing = watchTyping(search, 300, (entry) => void show(addressOf(filters), entry));

function addressOfPage() {
  return location.pathname + location.search;
}

/** Address of the form's view, without empty fields, and without columns that nobody chose. */
function addressOf(form) {
  const parameters = new URLSearchParams();
  for (const [name, value] of new FormData(form))
    if (value !== '' && name !== 'compare') parameters.append(name, value);
  const columns = [...form.querySelectorAll('[name=cols]')];
  const isDefault = columns.length > 0 && !new URL(shown, location.origin).searchParams.has('cols');
  if (isDefault && columns.every((box) => box.checked === box.defaultChecked))
    parameters.delete('cols');
  return withPicks(`${form.getAttribute('action')}?${parameters}`);
}

/** Equal for addresses of the same view, whatever the order of their parameters. */
function stateOf(address) {
  const { pathname, searchParams } = new URL(address, location.origin);
  const filled = [...searchParams]
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}=${value}`);
  return [pathname, ...filled.sort()].join('\n');
}

/** Loads an address and replaces the changed parts. `entry` is `push`, `replace` or `keep`. */
async function show(address, entry = 'push') {
  // A pending search request would replace the page again.
  typing.cancel();
  running?.abort();
  const own = new AbortController();
  running = own;
  view.querySelector('#results').setAttribute('aria-busy', 'true');
  note.hidden = true;
  try {
    const page = await loadPage(address, own.signal);
    if (own.signal.aborted) return;
    if (page === null) return location.assign(address);
    if (stateOf(address) !== stateOf(addressOfPage()) && entry !== 'keep')
      history[`${entry}State`](null, '', address);
    swap(page, address, entry);
  } catch {
    if (!own.signal.aborted) keepView(address);
  } finally {
    if (running === own) running = null;
  }
}

/** Network error: the page keeps its view, and the address and the forms are those of this view. */
function keepView(address) {
  if (addressOfPage() !== shown) history.replaceState(null, '', shown);
  const words = document.activeElement === search ? search.value : null;
  for (const form of view.querySelectorAll('form')) form.reset();
  if (words !== null) search.value = words;
  view.querySelector('#results').removeAttribute('aria-busy');
  showFailure(address);
  showPicked(view);
}

function showFailure(address) {
  note.querySelector('a').href = address;
  note.hidden = false;
}

function swap(page, address, entry) {
  const focused = saveFocus();
  const open = new Map(
    [...filters.querySelectorAll('details.facet')].map((facet) => [facet.id, facet.open]),
  );
  shown = address;
  view.style.minHeight = '';
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
  if (asked) search.defaultValue = asked.value;
  if (asked && (entry === 'keep' || document.activeElement !== search)) search.value = asked.value;
  status.textContent = view.querySelector('.counts strong')?.textContent ?? '';
  addCopyButtons(view);
  watchListFilters(view);
  focused?.();
  showPicked(view);
}

/**
 * Returns a function that restores focus and scroll position after the swap, so that the element
 * stays where it is.
 */
function saveFocus() {
  const element = document.activeElement;
  if (!element || !view.contains(element) || element === search) return null;
  const { top } = element.getBoundingClientRect();
  const list = element.closest('.choices');
  const { scrollTop = 0 } = list ?? {};
  const key = list?.dataset.choices;
  return () => {
    const again = findAgain(element);
    if (key) view.querySelector(`[data-choices="${key}"]`)?.scrollTo(0, scrollTop);
    if (again?.id === 'results') again.tabIndex = -1;
    again?.focus({ preventScroll: true });
    if (!again || again.id === 'results' || !filters.contains(again)) return;
    // The panel scrolls first, then the page.
    filters.scrollBy(0, again.getBoundingClientRect().top - top);
    if (!filters.matches('.is-open')) scrollBackBy(again.getBoundingClientRect().top - top);
  };
}

/** A page that is now too short for this scroll position keeps the height that it needs. */
function scrollBackBy(distance) {
  const missing = scrollY + distance + innerHeight - document.documentElement.scrollHeight;
  if (missing > 0) view.style.minHeight = `${view.offsetHeight + missing}px`;
  scrollBy(0, distance);
}

function findAgain({ name, value, tagName, textContent }) {
  if (name) {
    const field = `[name="${CSS.escape(name)}"]`;
    return view.querySelector(`${field}[value="${CSS.escape(value)}"], input[type=number]${field}`);
  }
  const same = [...view.querySelectorAll(tagName)].find(
    (other) => other.textContent === textContent,
  );
  return same ?? view.querySelector('#results');
}

const closePanel = watchPanel(view, filters);

filters.addEventListener('change', (event) => {
  if (event.target.name) load(addressOf(filters));
});
filters.addEventListener('submit', (event) => {
  event.preventDefault();
  closePanel();
  load(addressOf(filters));
});

/** Shows an address as one history entry, or nothing if the page shows the address. */
function load(address) {
  typing.end();
  if (stateOf(address) !== stateOf(shown) || running) void show(address);
}

// The field belongs to the filter form, whose change listener must not load the page a second time.
search.addEventListener('change', (event) => event.stopPropagation());

view.addEventListener('submit', (event) => {
  if (!event.target.matches('[data-display]')) return;
  event.preventDefault();
  load(addressOf(event.target));
  view.querySelector('#results').scrollIntoView();
});

view.addEventListener('click', (event) => {
  const link = event.target.closest('a[href]');
  if (
    !link ||
    event.defaultPrevented ||
    event.button !== 0 ||
    event.metaKey ||
    event.ctrlKey ||
    event.shiftKey
  )
    return;
  // The tray goes along to another network.
  if (link.closest('.networks')) link.href = withPicks(link.href);
  if (link.pathname !== location.pathname || link.host !== location.host || !isOfView(link)) return;
  event.preventDefault();
  if (link.matches('[data-all]')) return;
  typing.end();
  void show(withPicks(link.href)).then(() => link.closest('.pages') && view.scrollIntoView());
});

/**
 * Whether the link leads to another view of this page, not to a fragment. The tray handles its own
 * links.
 */
function isOfView(link) {
  if (link.matches('.unpick')) return false;
  return link.search !== location.search || link.hash === '' || link.matches('[data-all]');
}

addEventListener('popstate', () => {
  typing.end();
  if (addressOfPage() !== shown || running) void show(addressOfPage(), 'keep');
});

/**
 * The offers on the page are those of the address: only the address and the links to other views
 * change.
 */
watchPicks(view, () => {
  shown = withPicks(addressOfPage());
  history.pushState(null, '', shown);
});

/** Only the address changes: links to other views do not keep the unfolded row. */
watchRows(view, {
  onChange: (slug) => {
    shown = withValues(shown, 'open', slug === null ? [] : [slug]);
    history.replaceState(null, '', shown);
  },
  onFailure: showFailure,
});

watchFacets(filters);
watchPlots(view);
