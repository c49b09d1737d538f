/** Formats an edit for a terminal: rows and networks, cause, place and changed cells. */
import { formatCount } from '../../../common/format-count.ts';
import { makeVisible } from '../../../common/visible.ts';
import { listSome, plural } from '../../report/counts.ts';
import type { Style } from '../../report/style.ts';
import type { DiffEntry } from '../schema.ts';
import { describeChange, quoteInText } from './values.ts';
import { describeCause, describePlace, networksOf, signs } from './words.ts';

export interface EntryLayout {
  /** Width of the row count. */
  readonly width: number;
  /** Maximum number of cells shown. */
  readonly cells: number;
  /** Maximum number of networks named. */
  readonly networks: number;
}

export function formatEntry(entry: DiffEntry, layout: EntryLayout, style: Style): string[] {
  const { change, rows, networks, cause, cells } = entry;
  const names = networksOf(entry);
  const where = networks === 1 ? `on ${names.join()}` : `on ${plural(networks, 'network')}`;
  const reach = `${signs[change]} ${formatCount(rows).padStart(layout.width)} ${rows === 1 ? 'row' : 'rows'} ${where}`;
  const title = describeCause(cause, (name) => name);
  const place = describePlace(entry, (text) => style.place(makeVisible(text)));
  const head = `${makeVisible(`${reach}: ${title}`)}${place === '' ? '' : `  ${place}`}`;
  const named = networks === 1 ? [] : [style.note(makeVisible(`      on ${listSome(names, layout.networks)}`))];
  const lines = cells.slice(0, layout.cells).map((cell) => {
    const part = cell.rows === rows ? '' : ` (${plural(cell.rows, 'row')})`;
    return `      ${style.column(cell.column)}${part}  ${describeChange(cell.before, cell.after, quoteInText)}`;
  });
  const more = cells.length - lines.length;
  return [head, ...named, ...lines, ...(more > 0 ? [style.note(`      ... and ${plural(more, 'cell')} more`)] : [])];
}
