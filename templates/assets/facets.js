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
  const begin = (event) => {
    const facet = event.target.closest?.('details.facet');
    if (facet) addSearch(facet, filters);
  };
  filters.addEventListener('toggle', begin, true);
  filters.addEventListener('click', async (event) => {
    const all = event.target.closest('[data-all]');
    if (!all) return;
    event.preventDefault();
    const facet = all.closest('details.facet');
    const field = addSearch(facet, filters);
    await narrow(facet, filters, '', Number.POSITIVE_INFINITY);
    field?.focus();
  });
  for (const facet of filters.querySelectorAll('details.facet[open]')) addSearch(facet, filters);
}

/** Only where there are more values than are listed. */
function addSearch(facet, filters) {
  const known = facet.querySelector('.facet-search');
  const list = facet.querySelector('[data-choices]');
  if (known || !list || !facet.querySelector('[data-all]')) return known;
  const field = document.createElement('input');
  field.type = 'search';
  field.className = 'facet-search';
  field.placeholder = 'Search the values';
  field.setAttribute('aria-label', `Search in ${facet.querySelector('legend').textContent}`);
  for (const event of ['change', 'input']) field.addEventListener(event, (told) => told.stopPropagation());
  field.addEventListener('input', () => narrow(facet, filters, field.value.trim().toLowerCase(), shownMatches));
  list.before(field);
  return field;
}

async function narrow(facet, filters, wanted, most) {
  const list = facet.querySelector('[data-choices]');
  const id = list.dataset.choices;
  const values = await allValues(filters.dataset.facets, id);
  const chosen = new Set([...list.querySelectorAll('input:checked')].map((box) => box.value));
  const matching = values
    .filter(({ value }) => !chosen.has(value) && value.toLowerCase().includes(wanted))
    .slice(0, most);
  const kept = [...list.children].filter((item) => item.querySelector('input').checked);
  list.replaceChildren(...kept, ...matching.map(({ value, count }) => choice(`f.${id}`, value, count)));
  if (most === Number.POSITIVE_INFINITY) facet.querySelector('[data-all]').hidden = true;
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
