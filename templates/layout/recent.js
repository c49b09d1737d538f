// The networks and the workload that were seen last. They stay on this device: the search field
// suggests the networks, and the cost form begins with the workload.

const key = 'recent';
const most = 5;
const workloadNames = ['requests', 'peak', 'workload', 'mix', 'archive'];

function read() {
  try {
    const { networks = [], workload = '' } = JSON.parse(localStorage.getItem(key) ?? '{}');
    return { networks, workload };
  } catch {
    return { networks: [], workload: '' };
  }
}

function write(recent) {
  try {
    localStorage.setItem(key, JSON.stringify(recent));
  } catch {
    // Without storage nothing is remembered.
  }
}

/** As suggestions, the newest first. */
export function recentNetworks() {
  return read().networks.map(({ name, href }) => ({
    text: name,
    detail: 'Seen recently',
    url: href,
  }));
}

function remember() {
  const { networks, workload } = read();
  const { network: name, home: href } = document.body.dataset;
  const given = new URLSearchParams(location.search);
  const asked = workloadNames.flatMap((part) => {
    const value = given.get(part);
    return value ? [[part, value]] : [];
  });
  write({
    networks: name
      ? [{ name, href }, ...networks.filter((other) => other.href !== href)].slice(0, most)
      : networks,
    workload: given.get('requests') ? new URLSearchParams(asked).toString() : workload,
  });
}

/** Before the script of the list follows the link. */
document.addEventListener(
  'click',
  ({ target }) => {
    const link = target instanceof Element ? target.closest('[data-cost]') : null;
    const { workload } = read();
    if (!link || workload === '') return;
    const address = new URL(link.href);
    for (const [name, value] of new URLSearchParams(workload))
      address.searchParams.set(name, value);
    link.href = address.href;
  },
  { capture: true },
);

document.querySelector('[data-forget]')?.addEventListener('click', ({ target }) => {
  localStorage.removeItem(key);
  target.disabled = true;
  target.textContent = 'Cleared';
});

if (document.body.dataset.network || location.search.includes('requests=')) remember();
