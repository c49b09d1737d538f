// Keys: `/` searches, `?` lists the keys. In tables of offers `j` and `k` move, `o` unfolds, `x` selects, `c` compares.

const general = { '/': 'Search', '?': 'List of keys', Esc: 'Close menus and this list' };
const ofOffers = {
  j: 'Next offer',
  k: 'Previous offer',
  o: 'Show or hide the details of the offer',
};
const ofPicks = { x: 'Select the offer, or remove it from the selection', c: 'Compare the selected offers' };
const setting = 'keys';

const actions = {
  '/': () => {
    const search = document.querySelector('[data-search]');
    search?.focus();
    search?.select();
    return search;
  },
  '?': showKeys,
  j: () => move(1),
  k: () => move(-1),
  o: () => press(unfolderOf(currentRow())),
  x: () => press(currentRow()?.querySelector('.pick input')),
  c: () => press(document.querySelector('[data-compare] button:not(:disabled)')),
};

export function watchKeys() {
  document.addEventListener('keydown', (event) => {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented) return;
    if (!Object.hasOwn(actions, key) || isTyping(target) || document.querySelector('dialog[open]') || areOff()) return;
    if (actions[key]()) event.preventDefault();
  });
  addButton();
}

function isTyping(target) {
  return (
    target instanceof Element && target.closest('input:not([type=checkbox], [type=radio]), textarea, select') !== null
  );
}

function press(control) {
  control?.click();
  return control;
}

/** Rows that are visible: cards leave out some. */
function rows() {
  return [...document.querySelectorAll('tr.offer')].filter((row) => row.getClientRects().length > 0);
}

function currentRow() {
  const row = document.activeElement?.closest('tr.offer, tr.fold');
  return row?.matches('.fold') ? row.previousElementSibling : row;
}

function unfolderOf(row) {
  return row?.querySelector('button[name=open]') ?? row?.nextElementSibling?.querySelector('summary');
}

/** Focuses the first control of the next row; without a current one, of the first row in view. */
function move(step) {
  const all = rows();
  const at = all.indexOf(currentRow());
  const next = at === -1 ? all.find((row) => row.getBoundingClientRect().top >= 0) : all[at + step];
  const control =
    next?.querySelector('.pick input:enabled, .act button') ?? unfolderOf(next) ?? next?.querySelector('a');
  control?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: 'nearest' });
  return control;
}

/** People who speak to their computers turn keys of one character off. */
function areOff() {
  try {
    return localStorage.getItem(setting) === 'off';
  } catch {
    return false;
  }
}

function store(isOn) {
  try {
    localStorage.setItem(setting, isOn ? 'on' : 'off');
  } catch {
    // Without storage the keys stay on.
  }
}

function showKeys() {
  const dialog = document.querySelector('dialog.keys') ?? document.body.appendChild(makeDialog());
  dialog.querySelector('input').checked = !areOff();
  dialog.showModal();
  return dialog;
}

function makeDialog() {
  const dialog = document.createElement('dialog');
  const known = {
    ...general,
    ...(document.querySelector('tr.offer') && ofOffers),
    ...(document.querySelector('[data-compare]') && ofPicks),
  };
  const lines = Object.entries(known).map(([key, text]) => `<div><dt><kbd>${key}</kbd></dt><dd>${text}</dd></div>`);
  dialog.className = 'keys';
  dialog.setAttribute('aria-labelledby', 'keys-title');
  dialog.innerHTML = `<h2 id="keys-title">Keys</h2><dl>${lines.join('')}</dl><label><input type="checkbox">Use these keys</label><form method="dialog"><button>Close</button></form>`;
  dialog.querySelector('input').addEventListener('change', ({ target }) => store(target.checked));
  dialog.addEventListener('close', () => dialog.remove());
  return dialog;
}

/** The list can be opened when the keys are off, too. */
function addButton() {
  const item = document.createElement('li');
  item.className = 'keys-open';
  item.innerHTML = '<button type="button" class="as-link">Keys</button>';
  item.firstChild.addEventListener('click', showKeys);
  document.querySelector('.foot ul')?.append(item);
}
