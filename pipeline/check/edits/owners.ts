/** Lines about what another line is about: providers under two names, offers and files copied, texts of others. */
import { isSameValue } from '../../../model/rows.ts';
import type { CellFault } from '../../sources.ts';
import { shorten } from '../rule.ts';
import { type Known, providerOf, siteOf } from './known.ts';
import type { EditedLine } from './lines.ts';

/** Columns that are the provider's alone. */
const accounts = ['x', 'github', 'discord', 'telegram', 'linkedin', 'supportEmail'] as const;

export function findProviderFaults(line: EditedLine, known: Known): CellFault[] {
  const { kind, source, values, changed } = line;
  if (kind !== 'provider') return [];
  // Of two edited lines the second is told.
  const others = known.after.filter(
    (other) =>
      other.kind === 'provider' &&
      other.values.slug !== values.slug &&
      (other.source.line < source.line || known.providers.has(String(other.values.slug))),
  );
  const twice = accounts
    .filter((column) => changed.includes(column))
    .flatMap((column): CellFault[] => {
      const other = others.find(({ values: own }) => plainAddress(own[column]) === plainAddress(values[column]));
      if (other === undefined) return [];
      const message = `"${other.values.name}" has the same "${column}"`;
      return [{ rule: 'similar-provider', column, value: String(values[column]), message, suggestion: oneLine }];
    });
  return [...twice, ...findSameSite(line, others, known), ...findOddContacts(line)];
}

const oneLine = 'correct the cell, or keep one line for the provider';

function plainAddress(value: unknown): string {
  const plain = String(value ?? '').toLowerCase();
  return plain.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, '');
}

function findSameSite({ values, changed }: EditedLine, others: Known['after'], known: Known): CellFault[] {
  const { website } = values;
  if (!changed.includes('website') || typeof website !== 'string') return [];
  const site = siteOf(website);
  const other = others.find(
    ({ values: own }) => plainAddress(own.website) === plainAddress(website) || own.name === known.owners.get(site),
  );
  if (other === undefined) return [];
  const message = `"${other.values.name}" has a website on "${site}", too`;
  return [{ rule: 'similar-provider', column: 'website', value: website, message, suggestion: oneLine }];
}

function findOddContacts({ values, changed }: EditedLine): CellFault[] {
  const faults: CellFault[] = [];
  const [docs, github] = [plainAddress(values.docs), String(values.github ?? '')];
  if (changed.includes('docs') && docs === plainAddress(values.website) && !docs.startsWith('github.com/')) {
    const suggestion = 'write the address of the documentation, or leave the cell blank';
    const message = 'the cell repeats the website';
    faults.push({ rule: 'docs-repeat', column: 'docs', value: String(values.docs), message, suggestion });
  }
  if (changed.includes('github') && github.includes('/')) {
    const message = `"${shorten(github)}" is a repository, and the column holds the user or the organisation`;
    const suggestion = `write "${github.split('/')[0]}"`;
    faults.push({ rule: 'url-as-handle', column: 'github', value: github, message, suggestion });
  }
  return faults;
}

/** Least length of a name that is no word of every text. */
const leastName = 4;

/** A description that begins with the name of another provider. */
export function findForeignText({ kind, values, offer, changed }: EditedLine, known: Known): CellFault[] {
  const text = values.description;
  if (!changed.includes('description') || typeof text !== 'string') return [];
  const own = kind === 'provider' ? String(values.name) : providerOf(values, offer);
  const start = text.toLowerCase();
  const isAbout = (name: string) =>
    start.startsWith(`${name.toLowerCase()} `) || start.startsWith(`${name.toLowerCase()}'`);
  if (start.includes(own.toLowerCase()) || isAbout(String(values.offer ?? own))) return [];
  const networks = new Set(known.sources.meta.networks.map(({ name }) => name.toLowerCase()));
  const other = known.sources.providers.find(
    ({ value: { name } }) =>
      name.length >= leastName &&
      name !== own &&
      !own.includes(name) &&
      !name.includes(own) &&
      !networks.has(name.toLowerCase()) &&
      isAbout(name),
  );
  if (other === undefined) return [];
  const message = `the text begins with "${other.value.name}", and the line is about "${own}"`;
  return [{ rule: 'foreign-text', column: 'description', value: text, message, suggestion: `describe "${own}"` }];
}

const loose: ReadonlySet<string> = new Set(['slug', 'actionButtons', 'description', 'starred', 'tag']);
/** Least cells that two offers share if one of them is a copy. */
const leastShared = 5;

/** A new offer of which another one of its provider says all, and more. */
export function findSameOffer({ kind, category, values, old }: EditedLine, known: Known): CellFault[] {
  if (kind !== 'offer' || old !== null) return [];
  const keys = Object.keys(values).filter((key) => !loose.has(key) && values[key] !== null);
  if (keys.length < leastShared) return [];
  const other = known.lines.find(
    (line) =>
      line.kind === 'offer' &&
      line.category === category &&
      line.values.slug !== values.slug &&
      keys.every((key) => isSameValue(values[key] ?? null, line.values[key] ?? null)),
  );
  if (other === undefined) return [];
  const message = `the offer "${other.values.slug}" says all that this line says`;
  return [
    {
      rule: 'equal-offer',
      column: 'slug',
      value: String(values.slug),
      message,
      suggestion: 'say how they differ, or keep one',
    },
  ];
}
