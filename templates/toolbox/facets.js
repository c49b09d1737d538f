// Search in long lists of filter values. All values are loaded on first use.
const shownMatches = 40;

/** Facets by API address, requested once per address. */
const requested = new Map();

async function allValues(address, id) {
  if (!requested.has(address)) {
    requested.set(
      address,
      fetch(address).then(
        (response) => (response.ok ? response.json() : null),
        () => null,
      ),
    );
  }
  const answer = await requested.get(address);
  if (answer === null) requested.delete(address);
  return answer?.result.facets.find((facet) => facet.id === id)?.values ?? null;
}

/** An empty result has no values: those of the category stay selectable, with the count 0. */
async function valuesOf({ facets, values }, id) {
  const found = await allValues(facets, id);
  if (found === null || !values) return found;
  const counts = new Map(found.map(({ value, offersCount }) => [value, offersCount]));
  const all = await allValues(values, id);
  return all?.map(({ value }) => ({ value, offersCount: counts.get(value) ?? 0 })) ?? null;
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
    all.hidden = await narrow(facet, filters, '', Number.POSITIVE_INFINITY);
    facet.querySelector('.facet-search')?.focus();
  });
}

/** Shows the matching values, and returns whether they could be loaded. Chosen values always stay in the list. */
async function narrow(facet, filters, wanted, most) {
  const list = facet.querySelector('[data-choices]');
  const id = list.dataset.choices;
  const values = await valuesOf(filters.dataset, id);
  if (values === null) return false;
  const kept = [...list.children].filter((item) => item.querySelector('input').checked);
  const chosen = new Set(kept.map((item) => item.querySelector('input').value));
  const others = values.filter(({ value }) => !chosen.has(value) && value.toLowerCase().includes(wanted));
  list.replaceChildren(
    ...kept,
    ...others.slice(0, most).map(({ value, offersCount }) => choice(`f.${id}`, value, offersCount)),
  );
  return true;
}

function choice(name, value, count) {
  const item = document.createElement('li');
  const label = item.appendChild(document.createElement('label'));
  const box = label.appendChild(document.createElement('input'));
  box.type = 'checkbox';
  box.name = name;
  box.value = value;
  label.appendChild(document.createElement('span')).textContent = value.replace(/\[([^[\]]*)\]\([^)[]*\)/g, '$1');
  const number = label.appendChild(document.createElement('span'));
  number.className = 'n';
  number.textContent = count.toLocaleString('en-US');
  return item;
}
