// Script of every page: search suggestions, theme switch, pop-ups, copy buttons, list filters, `/`
// for the search.
import { addCopyButtons } from './copy.js';
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

// Browsers leave an entry that is partly in view where it is: cut, on a small phone. The keyboard
// brings it into view; under a finger it must stay, or the tap ends on the entry beside it.
document.addEventListener('focusin', ({ target }) => {
  if (target.matches(':is(.top-nav, .sets, .chips) a:focus-visible'))
    target.scrollIntoView({ block: 'nearest', inline: 'center' });
});

document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') closePopups(null);
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest('input:not([type=checkbox], [type=radio]), textarea, select')) return;
  event.preventDefault();
  document.querySelector('[data-search]')?.select();
});

/**
 * Closes all pop-ups except the one that contains `within`. After Escape the focus returns to the
 * summary.
 */
function closePopups(within) {
  for (const popup of document.querySelectorAll('details.pop[open]')) {
    if (within && popup.contains(within)) continue;
    const inside = popup.contains(document.activeElement);
    popup.open = false;
    if (!within && inside) popup.querySelector('summary')?.focus();
  }
}

document.addEventListener('click', (event) => closePopups(event.target));

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
addCopyButtons(document);

watchSearches(document);
