// Long lists of filter values: a field that searches in all of them, which are asked for when it is first used.
const shownMatches = 40;

/** Values of all filters for the current selection; asked for once for each address. */
const asked = new Map();

async function allValues(address, id) {
  if (!asked.has(address)) {
    asked.set(
      address,
      fetch(address).then((response) => (response.ok ? response.json() : null)),
    );
  }
  const answer = await asked.get(address);
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

/** What is chosen stays in the list, whatever is sought. */
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
