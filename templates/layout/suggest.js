// Suggestions below search boxes: a combobox with a list (WAI-ARIA Authoring Practices). Without
// script the boxes are plain forms.

import { recentNetworks } from './recent.js';

const typingPauseMs = 120;
const kinds = {
  network: document.body.dataset.networkWord,
  category: 'Category',
  provider: 'Provider',
  offer: 'Offer',
};
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
  input.addEventListener('focus', () => {
    if (input.value.trim() === '') list.showRecent();
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
    Object.assign(input, { role: 'combobox', ariaAutoComplete: 'list', ariaExpanded: 'false' });
    input.setAttribute('aria-controls', list.id);
    // The field keeps the focus.
    box.addEventListener('mousedown', (event) => event.preventDefault());
    list.addEventListener('click', (event) => this.#open(event.target.closest('[role=option]')));
  }

  close() {
    this.#running?.abort();
    this.#parts.box.hidden = true;
    this.#input.ariaExpanded = 'false';
    this.#activate(-1);
  }

  async ask() {
    this.#running?.abort();
    const own = new AbortController();
    this.#running = own;
    const address = new URL(this.#input.dataset.suggest, location.href);
    address.searchParams.set('q', this.#input.value.trim());
    try {
      const response = await fetch(address, {
        signal: own.signal,
        headers: { accept: 'application/json' },
      });
      const { result } = await response.json();
      if (!own.signal.aborted && document.activeElement === this.#input && result)
        this.#show(result);
    } catch {
      // Without suggestions the form still searches.
    }
  }

  showRecent() {
    const suggestions = recentNetworks();
    if (suggestions.length > 0) this.#show({ suggestions });
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
    list.replaceChildren(
      ...suggestions.map((suggestion, at) => makeOption(suggestion, `${list.id}-${at}`)),
    );
    this.#activate(-1);
    box.hidden = suggestions.length === 0;
    this.#input.ariaExpanded = String(!box.hidden);
    const found = suggestions.length === 1 ? '1 suggestion' : `${suggestions.length} suggestions`;
    status.textContent = box.hidden
      ? 'No suggestions'
      : [note.textContent, found].filter(Boolean).join('. ');
  }

  #activate(index) {
    this.#active = index;
    const options = [...this.#parts.list.children];
    for (const [at, option] of options.entries()) option.ariaSelected = String(at === index);
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
  const box = document.createElement('div');
  const status = document.createElement('p');
  const id = `suggestions-${++boxes}`;
  box.innerHTML = `<p class="suggestions-note" hidden></p><ul id="${id}" role="listbox" aria-label="Suggestions"></ul>`;
  Object.assign(box, { className: 'suggestions', hidden: true });
  Object.assign(status, { className: 'sr', role: 'status' });
  const [note, list] = box.children;
  return { box, note, list, status };
}

function makeOption({ kind, text, detail, url }, id) {
  const option = document.createElement('li');
  option.innerHTML = '<span></span> <small></small>';
  Object.assign(option, { id, role: 'option' });
  option.dataset.url = url;
  option.firstChild.textContent = text;
  option.lastChild.textContent = detail ?? kinds[kind];
  return option;
}
