// The list that a search means: its rows unfold, and can be picked for a comparison, as on the page of
// the list. Its other links and forms lead to that page.

import { addCopyButtons } from './copy.js';
import { withValues } from './load-page.js';
import { showPicked, watchPicks, withPicks } from './picks.js';
import { watchRows } from './unfold.js';

const view = document.querySelector('main');

function addressOfPage() {
  return location.pathname + location.search;
}

watchPicks(view, () => history.pushState(null, '', withPicks(addressOfPage())));
watchRows(view, {
  onChange: (slug) => {
    const address = withValues(addressOfPage(), 'open', slug === null ? [] : [slug]);
    history.replaceState(null, '', address);
  },
  onFailure: (address) => location.assign(address),
});
// Another search was typed.
view.addEventListener('results', () => {
  addCopyButtons(view);
  showPicked(view);
});
