// Script of every page: search suggestions, theme switch, `/` focuses the search, copy buttons, list filters.
import { watchSearches } from './suggest.js';

const root = document.documentElement;

function isDark() {
  const chosen = root.dataset.theme;
  return chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
}

const themeSwitch = document.querySelector('[data-theme-switch]');

function showTheme() {
  themeSwitch?.setAttribute('aria-pressed', String(isDark()));
}

themeSwitch?.addEventListener('click', () => {
  const theme = isDark() ? 'light' : 'dark';
  root.dataset.theme = theme;
  try {
    localStorage.setItem('theme', theme);
  } catch {
    // Without storage the theme applies to this page only.
  }
  showTheme();
});
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', showTheme);
showTheme();

function isTyping(target) {
  return (
    target instanceof Element && target.closest('input:not([type=checkbox], [type=radio]), textarea, select') !== null
  );
}

document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') closePopups(null);
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
  const search = document.querySelector('[data-search]');
  if (!search) return;
  event.preventDefault();
  search.focus();
  search.select();
});

/** Closes all pop-ups except the one that contains `within`. After Escape the focus returns to the summary. */
function closePopups(within) {
  for (const popup of document.querySelectorAll('details.pop[open]')) {
    if (within && popup.contains(within)) continue;
    const inside = popup.contains(document.activeElement);
    popup.open = false;
    if (!within && inside) popup.querySelector('summary')?.focus();
  }
}

document.addEventListener('click', (event) => closePopups(event.target));

document.addEventListener('click', async (event) => {
  const button = event.target instanceof Element ? event.target.closest('button.copy') : null;
  const code = button?.parentElement?.querySelector('[data-copy]');
  if (!button || !code) return;
  const copied = await navigator.clipboard.writeText(code.textContent ?? '').then(
    () => true,
    () => false,
  );
  button.textContent = copied ? 'Copied' : 'Press Ctrl+C';
  if (!copied) getSelection()?.selectAllChildren(code);
  setTimeout(() => (button.textContent = 'Copy'), 2000);
});

export function addCopyButtons(within) {
  for (const box of within.querySelectorAll('.copy-box:not(:has(.copy))')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    box.append(button);
  }
}
addCopyButtons(document);

export function watchListFilters(within) {
  for (const field of within.querySelectorAll('[data-filters-list]')) {
    if (!field.closest('[hidden]')) continue;
    const items = [...document.querySelectorAll(`#${field.dataset.filtersList} > li`)];
    field.closest('[hidden]').hidden = false;
    field.addEventListener('input', () => {
      const wanted = field.value.trim().toLowerCase();
      for (const item of items) item.hidden = !item.textContent.toLowerCase().includes(wanted);
    });
  }
}
watchListFilters(document);

watchSearches(document);
