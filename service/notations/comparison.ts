/** A comparison as Markdown: a table of the differences, then one of the identical values. */
import { escapeMarkdown } from '../../common/markdown.ts';
import { replaceLinks } from '../../common/markdown-links.ts';
import type { Comparison, Fact } from '../answers/compare.ts';
import { varyingText } from '../answers/offer-cells.ts';
import { textsOfCell } from '../text/cells.ts';
import { plural } from '../text/counts.ts';
import { joinBlocks, linkList, type MarkdownLink, section, tableLines } from './markdown.ts';

/** `place`: where offers are compared. `links`: ways into the application. */
export function writeComparison(
  { category, offers, facts, missing }: Comparison,
  { place, links }: { readonly place: string; readonly links: readonly MarkdownLink[] },
): string {
  const names = offers.map(
    ({ provider, slug }) => `${escapeMarkdown(provider)}: ${escapeMarkdown(slug)}`,
  );
  const tableOf = (rows: readonly (readonly string[])[]) =>
    rows.length === 0 ? [] : [tableLines(['', ...names], rows).join('\n')];
  const presence = offers.map(({ presence: { networks } }) => plural(networks.length, 'network'));
  const differing = facts.filter(({ same }) => !same).map(factCells);
  const shared = facts.filter(({ same }) => same).map(factCells);
  return joinBlocks(`Compare ${category.label} on ${place}`, [
    ...(missing.length === 0 ? [] : [`Not listed here: ${missing.map(escapeMarkdown).join(', ')}`]),
    ...tableOf([['Listed on', ...presence], ...differing]),
    ...section('Identical values', tableOf(shared)),
    ...section('In the application', linkList(links)),
  ]);
}

/** Not cut, with the addresses of links. */
function factCells({ column, values, varying }: Fact): string[] {
  const textOf = (value: Fact['values'][number]) => {
    const texts = textsOfCell(value, column).map((text) =>
      replaceLinks(text, (label, href) => `${label} (${href})`),
    );
    return value === null ? '–' : texts.join('; ');
  };
  const cells = values.map((value, at) => {
    const cell = varying[at] ?? null;
    return cell === null ? textOf(value) : textOf(varyingText(cell));
  });
  return [column.label, ...cells].map(escapeMarkdown);
}
