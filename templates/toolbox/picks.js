// Offers picked for comparison: their number, their limit, and the way to the Compare button by keyboard.

export function watchPicks(view, onChange) {
  /** The box from which the keyboard went to the Compare button. */
  let origin = null;

  view.addEventListener('change', (event) => {
    if (event.target.name !== 'offer') return;
    // A reset of the form restores the state of the address.
    event.target.defaultChecked = event.target.checked;
    showPicked(view);
    onChange();
  });

  // Compare is the next tab stop after a picked box. The stop after Compare is the one after this box.
  view.addEventListener('keydown', (event) => {
    if (event.key !== 'Tab') return;
    const compare = view.querySelector('[data-compare] button');
    if (event.target.matches('.pick input:checked') && !event.shiftKey) {
      event.preventDefault();
      origin = event.target;
      compare.focus();
    } else if (event.target === compare && origin?.isConnected) {
      if (event.shiftKey) event.preventDefault();
      origin.focus();
    }
  });
  showPicked(view);
}

/** Shows the number of picked offers, and disables the other boxes at the limit. */
export function showPicked(view) {
  const bar = view.querySelector('[data-compare]');
  if (!bar) return;
  const fields = [...view.querySelectorAll('input[name=offer]')];
  const picked = fields.filter((field) => field.type === 'hidden' || field.checked).length;
  bar.querySelector('[data-picked]').textContent = picked === 0 ? '' : ` (${picked})`;
  bar.querySelector('button').disabled = picked === 0;
  const most = Number(bar.dataset.compare);
  for (const box of view.querySelectorAll('.pick input')) box.disabled = picked >= most && !box.checked;
}
