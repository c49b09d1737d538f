/** Lines about what another line is about: providers under two names, offers and files copied, texts of others. */
import { typingErrors } from '../../../common/nearest-name.ts';
import { isSameValue } from '../../../model/rows.ts';
import type { CellFault } from '../../sources.ts';
import { asItSounds } from '../lines/look-alikes.ts';
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
  return plain.replace(/^https?:\/\/(?:www\.)?/, '').replace(/(?:\/index\.html?)?\/?[?#]?$/, '');
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
  const isSameSite = docs !== '' && docs === plainAddress(values.website) && !docs.startsWith('github.com/');
  if (changed.includes('docs') && isSameSite) {
    const suggestion = 'write the address of the documentation, or leave the cell blank';
    const message = 'the cell repeats the website';
    faults.push({ rule: 'docs-repeat', column: 'docs', value: String(values.docs), message, suggestion });
  } else if (changed.includes('website') && isSameSite) {
    const message = 'the cell repeats the documentation';
    const suggestion = 'write the address of the website, or clear the cell "docs"';
    faults.push({ rule: 'docs-repeat', column: 'website', value: String(values.website), message, suggestion });
  }
  if (changed.includes('github') && github.includes('/')) {
    const message = `"${shorten(github)}" is a repository, and the column holds the user or the organisation`;
    const suggestion = `write "${github.split('/')[0]}"`;
    faults.push({ rule: 'url-as-handle', column: 'github', value: github, message, suggestion });
  }
  return faults;
}

/** A text that ends where the one before went on. */
export function findCutText({ values, old, changed }: EditedLine): CellFault[] {
  return changed.flatMap((column): CellFault[] => {
    const [now, before] = [values[column], old?.[column]];
    if (typeof now !== 'string' || typeof before !== 'string') return [];
    const text = now.trim().replace(/\s?(?:\.{3}|…)$/, '');
    const rest = before.slice(text.length);
    const isCut = /\S\s\S/.test(text) && before.startsWith(text) && !/[.!?]$/.test(text) && /[\p{L}\d]{3}/u.test(rest);
    const isTorn = /^\p{Ll}/u.test(text) && /\S\s\S/.test(text) && before !== now && before.endsWith(now);
    if (isTorn) {
      const message = `the text begins in the middle of what it was: "${text.slice(0, 30)}…"`;
      return [
        { rule: 'unfinished-text', column, value: now, message, suggestion: 'write the beginning of the sentence' },
      ];
    }
    if (!isCut) return [];
    const message = `the text ends in the middle of what it was: "…${text.slice(-30)}"`;
    return [{ rule: 'unfinished-text', column, value: now, message, suggestion: 'write the rest of the sentence' }];
  });
}

/** A name that the slug does not have, and had before. */
export function findOtherName({ values, old, changed }: EditedLine): CellFault[] {
  const slug = asItSounds(String(values.slug ?? ''));
  return ['planName', 'offer']
    .filter((column) => changed.includes(column))
    .flatMap((column): CellFault[] => {
      const [now, before] = [String(values[column] ?? ''), String(old?.[column] ?? '')];
      const [name, former] = [asItSounds(now), asItSounds(before)];
      const isNear = former.length > 3 && typingErrors(name, former, 2) <= 2;
      if (name === former || !isNear || !slug.includes(former) || slug.includes(name)) return [];
      const message = `the slug "${values.slug}" says "${shorten(before)}", and the cell "${shorten(now)}"`;
      return [{ rule: 'new-value', column, value: now, message, suggestion: `did you mean "${shorten(before)}"?` }];
    });
}

/** The cell `provider` that names another provider than the slug, which names the one from before. */
export function findOtherOwner({ kind, values, old, changed }: EditedLine, known: Known): CellFault[] {
  if (kind !== 'offer' || !changed.includes('provider') || typeof old?.provider !== 'string') return [];
  const [slug, former, now] = [values.slug, old.provider, String(values.provider)].map((text) =>
    asItSounds(String(text)),
  );
  if (slug === undefined || now === undefined || !former || !slug.startsWith(former) || slug.startsWith(now)) return [];
  // A provider that was renamed is gone.
  const isThere = known.after.some((line) => line.kind === 'provider' && line.values.name === old.provider);
  if (!isThere) return [];
  const message = `the slug "${values.slug}" is of "${old.provider}", and the cell says "${values.provider}"`;
  const suggestion = `write "${old.provider}", or rename the offer`;
  return [{ rule: 'foreign-text', column: 'provider', value: String(values.provider), message, suggestion }];
}

/** Least length of a text that two providers do not have by chance. */
const leastText = 40;

/** Least length of a name that is no word of every text. */
const leastName = 4;

/** A description that begins with the name of another provider. */
export function findForeignText({ kind, values, offer, changed }: EditedLine, known: Known): CellFault[] {
  const text = values.description;
  if (!changed.includes('description') || typeof text !== 'string') return [];
  const own = kind === 'provider' ? String(values.name) : providerOf(values, offer);
  const source = known.lines.find(
    (line) =>
      text.length >= leastText && line.values.description === text && providerOf(line.values, line.offer) !== own,
  );
  if (source !== undefined) {
    const message = `the text is that of "${providerOf(source.values, source.offer)}", and the line is about "${own}"`;
    return [{ rule: 'foreign-text', column: 'description', value: text, message, suggestion: `describe "${own}"` }];
  }
  const start = text
    .toLowerCase()
    .replace(/^(?:(?:with|the|by|at|using|a|an|from|official|unofficial|hosted) ){1,3}/, '');
  const isAbout = (name: string) =>
    start.startsWith(`${name.toLowerCase()} `) || start.startsWith(`${name.toLowerCase()}'`);
  if (text.toLowerCase().includes(own.toLowerCase()) || isAbout(String(values.offer ?? own))) return [];
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

/** A new offer, or a new listing without one, of which another one of its provider says all, and more. */
export function findSameOffer({ kind, category, network, values, old, offer }: EditedLine, known: Known): CellFault[] {
  if (kind === 'provider' || offer !== null || old !== null) return [];
  const keys = Object.keys(values).filter((key) => !loose.has(key) && values[key] !== null);
  if (keys.length < leastShared) return [];
  const other = known.lines.find(
    (line) =>
      line.kind === kind &&
      line.category === category &&
      line.network === network &&
      line.values.slug !== values.slug &&
      keys.every((key) => isSameValue(values[key] ?? null, line.values[key] ?? null)),
  );
  if (other === undefined) return [];
  const message = `the ${kind} "${other.values.slug}" says all that this line says`;
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

/** Least lines of a file that two networks do not share by chance. */
const leastLines = 8;

/** The first of the new lines, most of its file, which are all those of another network's file. */
export function findCopiedFile({ kind, network, source, old }: EditedLine, known: Known): CellFault[] {
  if (kind !== 'listing' || network === null || old !== null) return [];
  const [before, now] = [known.byFile, known.afterByFile];
  const own = now.get(source.file) ?? [];
  const had = new Set(before.get(source.file)?.map(({ values }) => values.slug));
  const added = own.filter(({ values }) => !had.has(values.slug));
  if (added[0]?.source.line !== source.line || own.length < leastLines || added.length < own.length / 2) return [];
  const texts = own.map(({ values }) => JSON.stringify(values)).join('\n');
  const name = source.file.slice(source.file.lastIndexOf('/'));
  const other = [...before].find(
    ([file, lines]) =>
      file !== source.file &&
      file.endsWith(name) &&
      lines.length === own.length &&
      lines.map(({ values }) => JSON.stringify(values)).join('\n') === texts,
  )?.[0];
  if (other === undefined) return [];
  const message = `all ${own.length} lines of the file are those of ${other}`;
  const suggestion = `look whether each is on "${network}", too`;
  return [{ rule: 'foreign-link', column: 'offer', value: String(own[0]?.values.offer ?? ''), message, suggestion }];
}

const evm = /\bEVM\b|^(?:Etherscan|Blockscout)$/i;

/** A listing of all networks whose offer works on chains of one kind. */
export function findAllNetworks({ kind, network, values, old, offer }: EditedLine, known: Known): CellFault[] {
  const { networks, meta } = known.sources;
  const technology = String(values.technology ?? offer?.technology ?? '');
  if (kind !== 'listing' || network !== null || old !== null || !evm.test(technology)) return [];
  const listed = new Set(networks);
  const others = meta.networks.filter(
    ({ key, caip2 }) => listed.has(key) && caip2 !== null && !caip2.startsWith('eip155:'),
  );
  if (others.length === 0) return [];
  const some = others.slice(0, 3).map(({ name }) => name);
  const rest = others.length > some.length ? ` and ${others.length - some.length} more` : '';
  const message = `the line is a row on each of ${networks.length} networks, and "${technology}" does not work on ${some.join(', ')}${rest}`;
  const suggestion = 'list it on the networks that it works on: make list';
  return [{ rule: 'all-networks', column: 'offer', value: String(values.offer ?? ''), message, suggestion }];
}
