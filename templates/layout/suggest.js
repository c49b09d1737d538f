// Suggestions below search boxes: a combobox with a list (WAI-ARIA Authoring Practices). Without script the boxes are plain forms.

const typingPauseMs = 120;
const kinds = { network: 'Network', category: 'Category', provider: 'Provider', offer: 'Offer' };
let boxes = 0;

export function watchSearches(within) {
  for (const input of within.querySelectorAll('input[data-suggest]')) watch(input);
}

function watch(input) {
  const list = new SuggestionList(input);
  let pause;
  input.addEventListener('input', () => {
    clearTimeout(pause);
    if (input.value.trim() === '') return list.close();
    pause = setTimeout(() => void list.ask(), typingPauseMs);
  });
  const close = () => {
    clearTimeout(pause);
    list.close();
  };
  input.addEventListener('blur', close);
  input.form.addEventListener('submit', close);
  input.addEventListener('keydown', (event) => {
    if (!event.isComposing && list.press(event.key)) event.preventDefault();
  });
}

class SuggestionList {
  #input;
  #parts = makeBox();
  #running = null;
  /** Index of the active option, -1 for none. */
  #active = -1;

  constructor(input) {
    this.#input = input;
    const { box, list, status } = this.#parts;
    input.form.append(box, status);
    input.setAttribute('role', 'combobox');
    input.setAttribute('aria-autocomplete', 'list');
    input.setAttribute('aria-expanded', 'false');
    input.setAttribute('aria-controls', list.id);
    // The field keeps the focus.
    box.addEventListener('mousedown', (event) => event.preventDefault());
    list.addEventListener('click', (event) => this.#open(event.target.closest('[role=option]')));
  }

  close() {
    this.#running?.abort();
    this.#parts.box.hidden = true;
    this.#input.setAttribute('aria-expanded', 'false');
    this.#activate(-1);
  }

  async ask() {
    this.#running?.abort();
    const own = new AbortController();
    this.#running = own;
    const address = new URL(this.#input.dataset.suggest, location.href);
    address.searchParams.set('q', this.#input.value.trim());
    try {
      const response = await fetch(address, { signal: own.signal, headers: { accept: 'application/json' } });
      const { result } = await response.json();
      if (!own.signal.aborted && document.activeElement === this.#input && result) this.#show(result);
    } catch {
      // Without suggestions the form still searches.
    }
  }

  /** Returns whether the key was for the list. */
  press(key) {
    const { box, list } = this.#parts;
    if (box.hidden) return false;
    const count = list.children.length;
    const active = list.children[this.#active];
    if (key === 'ArrowDown') this.#activate(this.#active + 1 === count ? -1 : this.#active + 1);
    else if (key === 'ArrowUp') this.#activate(this.#active < 0 ? count - 1 : this.#active - 1);
    else if (key === 'Escape') this.close();
    else if (key === 'Enter' && active) this.#open(active);
    else return false;
    return true;
  }

  #show({ corrected, suggestions }) {
    const { box, note, list, status } = this.#parts;
    note.textContent = corrected ? `Showing results for “${corrected}”` : '';
    note.hidden = !corrected;
    list.replaceChildren(...suggestions.map((suggestion, at) => makeOption(suggestion, `${list.id}-${at}`)));
    this.#activate(-1);
    box.hidden = suggestions.length === 0;
    this.#input.setAttribute('aria-expanded', String(!box.hidden));
    const found = suggestions.length === 1 ? '1 suggestion' : `${suggestions.length} suggestions`;
    status.textContent = box.hidden ? 'No suggestions' : [note.textContent, found].filter(Boolean).join('. ');
  }

  #activate(index) {
    this.#active = index;
    const options = [...this.#parts.list.children];
    for (const [at, option] of options.entries()) option.setAttribute('aria-selected', String(at === index));
    const option = options[index];
    if (!option) return this.#input.removeAttribute('aria-activedescendant');
    this.#input.setAttribute('aria-activedescendant', option.id);
    option.scrollIntoView({ block: 'nearest' });
  }

  #open(option) {
    if (!option) return;
    this.close();
    location.assign(option.dataset.url);
  }
}

function makeBox() {
  boxes++;
  const make = (name, className) => Object.assign(document.createElement(name), { className });
  const box = make('div', 'suggestions');
  const note = make('p', 'suggestions-note');
  const list = make('ul', '');
  const status = make('p', 'sr');
  box.hidden = true;
  note.hidden = true;
  list.id = `suggestions-${boxes}`;
  list.setAttribute('role', 'listbox');
  list.setAttribute('aria-label', 'Suggestions');
  status.setAttribute('role', 'status');
  box.append(note, list);
  return { box, note, list, status };
}

function makeOption({ kind, text, detail, url }, id) {
  const option = document.createElement('li');
  const name = document.createElement('span');
  const what = document.createElement('small');
  Object.assign(option, { id });
  option.setAttribute('role', 'option');
  option.dataset.url = url;
  name.textContent = text;
  what.textContent = detail ?? kinds[kind];
  option.append(name, ' ', what);
  return option;
}
