// Search in long lists of filter values. All values are loaded on first use.
const shownMatches = 40;

/** Facets by API address, requested once per address. */
const requested = new Map();

async function allValues(address, id) {
  if (!requested.has(address)) {
    requested.set(
      address,
      fetch(address).then((response) => (response.ok ? response.json() : null)),
    );
  }
  const answer = await requested.get(address);
  return answer?.result.facets.find((facet) => facet.id === id)?.values ?? [];
}

export function watchFacets(filters) {
  filters.addEventListener('input', async (event) => {
    if (!event.target.matches('.facet-search')) return;
    const wanted = event.target.value.trim().toLowerCase();
    await narrow(event.target.closest('.facet'), filters, wanted, shownMatches);
  });
  filters.addEventListener('click', async (event) => {
    const all = event.target.closest('[data-all]');
    if (!all) return;
    event.preventDefault();
    const facet = all.closest('.facet');
    await narrow(facet, filters, '', Number.POSITIVE_INFINITY);
    all.hidden = true;
    facet.querySelector('.facet-search')?.focus();
  });
}

/** Shows the matching values. Chosen values always stay in the list. */
async function narrow(facet, filters, wanted, most) {
  const list = facet.querySelector('[data-choices]');
  const id = list.dataset.choices;
  const values = await allValues(filters.dataset.facets, id);
  const kept = [...list.children].filter((item) => item.querySelector('input').checked);
  const chosen = new Set(kept.map((item) => item.querySelector('input').value));
  const others = values.filter(({ value }) => !chosen.has(value) && value.toLowerCase().includes(wanted));
  list.replaceChildren(...kept, ...others.slice(0, most).map(({ value, count }) => choice(`f.${id}`, value, count)));
}

function choice(name, value, count) {
  const item = document.createElement('li');
  const label = item.appendChild(document.createElement('label'));
  const box = label.appendChild(document.createElement('input'));
  box.type = 'checkbox';
  box.name = name;
  box.value = value;
  label.appendChild(document.createElement('span')).textContent = value.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');
  const number = label.appendChild(document.createElement('span'));
  number.className = 'n';
  number.textContent = count.toLocaleString('en-US');
  return item;
}
