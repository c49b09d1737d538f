/** A comparison as Markdown: a table of the differences, then one of the identical values. */
import { escapeMarkdown, markdownLink } from '../../../common/markdown.ts';
import { replaceLinks } from '../../../common/markdown-links.ts';
import type { Comparison, Fact } from '../../query/offers/compare.ts';
import type { Row } from '../../snapshot/catalog.ts';
import { plural } from '../../text/counts.ts';
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
  const heads = offers.map(({ provider, slug }) => `${escapeMarkdown(provider)}: ${escapeMarkdown(slug)}`);
  const presence = offers.map(({ presence: { networks } }) => plural(networks.length, 'network'));
  const differing = facts.filter(({ same }) => !same);
  const shared = facts.filter(({ same }) => same);
  lines.push(...table(heads), line('Listed on', presence), ...differing.map(factLine), '');
  if (shared.length > 0) lines.push('## Identical values', '', ...table(heads), ...shared.map(factLine), '');
  if (application !== null) lines.push(...applicationLines(application));
  return lines.join('\n');
}

function applicationLines({ signIn, links }: Application): string[] {
  const all = [...(signIn ? [signIn] : []), ...links];
  const items = all.map(({ label, href }) => `- ${markdownLink(label, href)}`);
  return ['## In the application', '', ...items, ''];
}

function table(heads: readonly string[]): string[] {
  return [
    line('', heads),
    line(
      '---',
      heads.map(() => '---'),
    ),
  ];
}

function factLine({ column, values }: Fact): string {
  return line(
    escapeMarkdown(column.label),
    values.map((value) => escapeMarkdown(textOf(column.valueKind === 'boolean', value))),
  );
}

function line(label: string, cells: readonly string[]): string {
  return `| ${[label, ...cells].join(' | ')} |`;
}

function textOf(isFlag: boolean, value: Row[string]): string {
  if (value === null) return '–';
  if (isFlag) return value === 1 ? 'Yes' : 'No';
  const texts = Array.isArray(value) ? value : [String(value)];
  return texts.map((text) => replaceLinks(text, (label, address) => `${label} (${address})`)).join('; ');
}
