// Details of a row, loaded when the row is unfolded. The address names the row that was unfolded
// last.

import { addCopyButtons } from './copy.js';
import { loadPage } from './load-page.js';

/** Details by row, so that each are loaded once. */
const loaded = new WeakMap();

/**
 * `onChange` gets the slug of the unfolded row, or null; `onFailure` the address that could not be
 * loaded.
 */
export function watchRows(view, { onChange, onFailure }) {
  view.addEventListener('click', (event) => {
    const button = buttonOf(event.target);
    if (!button) return;
    event.preventDefault();
    if (button.ariaExpanded === 'true') {
      fold(button);
      onChange(null);
    } else {
      onChange(button.value);
      unfold(button).catch(() => {
        fold(button);
        onFailure(addressOf(button));
      });
    }
  });
}

/** The button, or that of a row that is clicked beside its links and fields. */
function buttonOf(target) {
  const control = target.closest('a, button, label, input');
  if (control) return control.closest('button[name=open]');
  const isSelecting = getSelection()?.isCollapsed === false;
  return isSelecting ? null : target.closest('tr.offer')?.querySelector('button[name=open]');
}

function fold(button) {
  button.ariaExpanded = 'false';
  const row = button.closest('tr');
  const details = row.nextElementSibling;
  if (!details?.matches('.fold')) return;
  loaded.set(row, details);
  details.remove();
}

async function unfold(button) {
  button.ariaExpanded = 'true';
  const row = button.closest('tr');
  if (!loaded.has(row)) {
    const page = await loadPage(addressOf(button));
    const details = document.adoptNode(page.querySelector('#open + .fold'));
    addCopyButtons(details);
    loaded.set(row, details);
  }
  if (button.ariaExpanded === 'true') row.after(loaded.get(row));
}

/** Address of the row, with no other providers than its own. */
function addressOf(button) {
  const parameters = new URLSearchParams(new FormData(button.form));
  parameters.delete('compare');
  parameters.set('pageSize', '1');
  parameters.set(button.name, button.value);
  return `${button.form.getAttribute('action').replace(/#.*/, '')}?${parameters}`;
}
