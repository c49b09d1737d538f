// The past of an offer on a directory page: loaded from the profile of its provider when its details are opened.

/** Details whose past is loaded. */
const shown = new WeakSet();
/** Profiles by address, each loaded once. */
const profiles = new Map();

function loadProfile(address) {
  const known = profiles.get(address) ?? fetch(address, { headers: { accept: 'text/html' } }).then(readPage);
  profiles.set(address, known);
  // A failed request may succeed the next time.
  known.catch(() => profiles.delete(address));
  return known;
}

async function readPage(response) {
  if (!response.ok) throw new Error(`${response.status} of ${response.url}`);
  return new DOMParser().parseFromString(await response.text(), 'text/html');
}

async function showPast(details) {
  if (shown.has(details)) return;
  shown.add(details);
  const profile = details.closest('tr').previousElementSibling.querySelector('.by a[href]');
  const slugs = details.querySelector('.slugs');
  if (!profile || !slugs) return;
  const [slug] = slugs.textContent.trim().split(/\s+/);
  const page = await loadProfile(profile.href);
  const past = page.getElementById(slug)?.closest('.facts')?.querySelector('.past');
  if (past) slugs.closest('dl > div').before(document.importNode(past, true));
}

/** Without the past the details are still of use, so that a failure needs no message. */
export function watchPasts(view) {
  if (!('past' in view.dataset)) return;
  const onToggle = ({ target }) => {
    if (target.open && target.matches('.fold > td > details')) showPast(target).catch(() => shown.delete(target));
  };
  view.addEventListener('toggle', onToggle, true);
}
