/** A comparison as Markdown: a table of the differences, then one of the identical values. */
import { escapeMarkdown, markdownLink } from '../../../common/markdown.ts';
import { replaceLinks } from '../../../common/markdown-links.ts';
import type { Comparison, Fact } from '../../query/offers/compare.ts';
import { plural } from '../../text/counts.ts';
import { tableLines, textsOfCell } from '../../text/table.ts';
import type { Application } from '../application.ts';

interface Input {
  /** Name of the network, or all of them. */
  readonly place: string;
  readonly comparison: Comparison;
  /** Links to go on with, null if there are none. */
  readonly application: Application | null;
}

export function markdownOf({ place, comparison, application }: Input): string {
  const { category, offers, facts, missing } = comparison;
  const lines = [`# Compare ${escapeMarkdown(category.label)} on ${escapeMarkdown(place)}`, ''];
  if (missing.length > 0) lines.push(`Not listed here: ${missing.map(escapeMarkdown).join(', ')}`, '');
  if (offers.length === 0) return lines.join('\n');
  const names = offers.map(({ provider, slug }) => `${escapeMarkdown(provider)}: ${escapeMarkdown(slug)}`);
  const heads = ['', ...names];
  const presence = offers.map(({ presence: { networks } }) => plural(networks.length, 'network'));
  const differing = facts.filter(({ same }) => !same);
  const shared = facts.filter(({ same }) => same);
  lines.push(...tableLines(heads, [['Listed on', ...presence], ...differing.map(factCells)]), '');
  if (shared.length > 0) lines.push('## Identical values', '', ...tableLines(heads, shared.map(factCells)), '');
  if (application !== null) {
    const links = [application.signIn ?? [], application.links].flat();
    lines.push('## In the application', '', ...links.map(({ label, href }) => `- ${markdownLink(label, href)}`), '');
  }
  return lines.join('\n');
}

/** Not cut, with the addresses of links. */
function factCells({ column, values }: Fact): string[] {
  const textOf = (value: Fact['values'][number]) => {
    const texts = textsOfCell(value, column).map((text) => replaceLinks(text, (label, href) => `${label} (${href})`));
    return value === null ? '–' : texts.join('; ');
  };
  return [column.label, ...values.map(textOf)].map(escapeMarkdown);
}
