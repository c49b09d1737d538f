// Filter panel on narrow screens: opens over the results, without a history entry.

/** Returns a function that closes the panel. */
export function watchPanel(view, filters) {
  const opener = () => view.querySelector('.filters-open');

  function setOpen(open) {
    if (filters.classList.contains('is-open') === open) return;
    filters.classList.toggle('is-open', open);
    (open ? filters.querySelector('.rail-close') : opener())?.focus();
  }

  view.addEventListener('click', (event) => {
    const link = event.target.closest('.filters-open, .rail-close');
    if (!link) return;
    event.preventDefault();
    setOpen(link.matches('.filters-open'));
  });
  filters.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') setOpen(false);
  });
  // The address of the panel is for pages without script. Its fragment is not part of the state.
  if (location.hash === '#filters') {
    history.replaceState(null, '', location.pathname + location.search);
    setOpen(true);
  }
  return () => setOpen(false);
}
