// Pages that scripts load, and search fields that load one at each pause of typing.

/** The page at an address; null if the server refuses the address. Rejects without an answer. */
export async function loadPage(address, signal) {
  const response = await fetch(address, { signal, headers: { accept: 'text/html' } });
  const text = await response.text();
  return response.ok ? new DOMParser().parseFromString(text, 'text/html') : null;
}

/** The address with other values of a parameter. */
export function withValues(address, name, values) {
  const { pathname, searchParams } = new URL(address, location.origin);
  searchParams.delete(name);
  for (const value of values) searchParams.append(name, value);
  return pathname + (searchParams.size > 0 ? `?${searchParams}` : '');
}

/**
 * `show` gets `push` for the first history entry of what is typed, `replace` for those at the next
 * pauses.
 */
export function watchTyping(field, pauseMs, show) {
  let pause;
  let typed = false;
  const cancel = () => clearTimeout(pause);
  const end = () => {
    cancel();
    typed = false;
  };
  field.addEventListener('input', () => {
    cancel();
    pause = setTimeout(() => {
      show(typed ? 'replace' : 'push');
      typed = true;
    }, pauseMs);
  });
  field.addEventListener('blur', () => {
    typed = false;
  });
  return { cancel, end };
}
