// Copies to the clipboard: blocks of code, and the table of the page as Markdown or tab-separated
// text.

const forms = { 'Copy as Markdown': toMarkdown, 'Copy for a spreadsheet': toTabs };
const shownMs = 2000;

document.addEventListener('click', async ({ target }) => {
  const button = target instanceof Element ? target.closest('.copy, [data-form]') : null;
  if (!button) return;
  const code = button.parentElement.querySelector('[data-copy]');
  const label = button.dataset.form ?? 'Copy';
  const isCopied = await write(code ? code.textContent : forms[label](readTable()));
  button.textContent = isCopied ? 'Copied' : code ? 'Press Ctrl+C' : 'Copying is not allowed';
  if (!isCopied && code) getSelection()?.selectAllChildren(code);
  setTimeout(() => (button.textContent = label), shownMs);
});

async function write(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

export function addCopyButtons(within) {
  for (const box of within.querySelectorAll('.copy-box:not(:has(.copy))')) {
    const button = document.createElement('button');
    box.append(Object.assign(button, { type: 'button', className: 'copy', textContent: 'Copy' }));
  }
}

/** Cells of the table as text: the head, then a row for each offer or fact. */
function readTable() {
  const rows = [...document.querySelector('.offers, .versus').rows];
  const shown = rows.filter((row) => row.cells.length > 1 && !row.matches('.versus-links, .alone'));
  return shown.map((row) => [...row.cells].map(readCell));
}

function readCell(cell) {
  if (cell.matches('.act')) return cell.querySelector('a')?.href ?? '';
  if (cell.matches('.offers thead :last-child')) return 'Address';
  if (cell.matches('td[title]')) return cell.title;
  const copy = cell.cloneNode(true);
  for (const hidden of copy.querySelectorAll('.sr, .star-note, .none, .mark, [aria-hidden]'))
    hidden.remove();
  for (const next of copy.querySelectorAll('.item + .item, .offer-text, .versus-name span + span'))
    next.prepend(', ');
  return copy.textContent.replaceAll('\u200b', '').replace(/\s+/g, ' ').trim();
}

function toMarkdown([head, ...rows]) {
  const line = (cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** A spreadsheet would compute a cell that begins with one of these signs. */
function toTabs(rows) {
  return rows
    .map((cells) => cells.map((cell) => cell.replace(/^(?=[=+\-@])/, "'")).join('\t'))
    .join('\n');
}
