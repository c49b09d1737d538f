// Search in long lists of filter values. All values are loaded on first use, from the page that the
// link to them leads to.

import { loadPage } from './load-page.js';

export function watchFacets(filters) {
  filters.addEventListener('input', async ({ target }) => {
    if (!target.matches('.facet-search')) return;
    const facet = target.closest('.facet');
    await showAll(facet);
    const wanted = target.value.trim().toLowerCase();
    for (const item of facet.querySelectorAll('.choices > li')) {
      const { checked, value } = item.querySelector('input');
      item.hidden = !checked && !value.toLowerCase().includes(wanted);
    }
  });
  filters.addEventListener('click', async (event) => {
    const facet = event.target.closest('[data-all]')?.closest('.facet');
    if (!facet) return;
    event.preventDefault();
    await showAll(facet);
    facet.querySelector('.facet-search').focus();
  });
}

/** Without an answer the list stays, and so does the link to all values. */
async function showAll(facet) {
  const link = facet.querySelector('[data-all]:not([hidden])');
  if (!link) return;
  try {
    const page = await loadPage(link.href);
    const list = page?.getElementById(facet.id)?.querySelector('.choices');
    if (link.hidden || !list) return;
    link.hidden = true;
    facet.querySelector('.choices').replaceWith(document.adoptNode(list));
  } catch {
    // The link still leads to all values.
  }
}
