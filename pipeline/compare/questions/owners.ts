/** Lines about what another line is about: providers under two names, offers and files copied. */
import { toKebabCase } from '../../../common/kebab-case.ts';
import { typingErrors } from '../../../common/nearest-name.ts';
import { isSameValue, type Values } from '../../../model/rows.ts';
import { asItSounds } from '../../check/lines/look-alikes.ts';
import { shorten } from '../../check/rule.ts';
import type { EditedLine } from '../edited-lines.ts';
import { type FaultInCell, type Known, leastName, plainAddress, siteOf } from './known.ts';

/** Columns that are the provider's alone. */
export const accounts = ['x', 'github', 'discord', 'telegram', 'linkedin', 'supportEmail'] as const;

export function findSameAccount(
  line: EditedLine,
  column: string,
  known: Known,
): FaultInCell | null {
  const account = plainAddress(line.values[column]);
  const other = findOther(line, known, (own) => plainAddress(own[column]) === account);
  return other === null
    ? null
    : ['similar-provider', `"${other.name}" has the same "${column}"`, oneLine];
}

const oneLine = 'correct the cell, or keep one line for the provider';

/** Another provider. Of two edited lines the second is told. */
function findOther(
  { kind, source, values: { slug } }: EditedLine,
  { providerLines, providers }: Known,
  isSame: (values: Values) => boolean,
): Values | null {
  if (kind !== 'provider') return null;
  const other = providerLines.find(
    ({ values, source: { line } }) =>
      values.slug !== slug &&
      (line < source.line || providers.has(String(values.slug))) &&
      isSame(values),
  );
  return other?.values ?? null;
}

export function findSameSite(line: EditedLine, _: string, known: Known): FaultInCell | null {
  const { website } = line.values;
  if (typeof website !== 'string') return null;
  const [site, plain] = [siteOf(website), plainAddress(website)];
  const owner = known.owners.get(site);
  const other = findOther(
    line,
    known,
    (own) => plainAddress(own.website) === plain || own.name === owner,
  );
  return other === null
    ? null
    : ['similar-provider', `"${other.name}" has a website on "${site}", too`, oneLine];
}

/** Words that a provider adds to its name, or leaves out. */
const loosely =
  /(?:networks?|labs?|protocol|foundation|finance|inc|ltd|llc|limited|corp|gmbh|io|com|org|net|xyz|app|dev|hq|web3|cloud|platform|tech(?:nolog(?:y|ies))?|solutions|official|global)$/;

/** Least length of a name of which another one differs by a letter, not by chance. */
const leastTyped = 7;

/** The name without spaces, signs, such words and a plural: `Quick Node Labs` is `quicknode`. */
function rootOf(name: string): string {
  let root = asItSounds(name.replace(/^the /i, ''));
  for (let rest = root.replace(loosely, ''); rest.length >= leastName && rest !== root; ) {
    root = rest;
    rest = root.replace(loosely, '');
  }
  return root.length > leastTyped ? root.replace(/s$/, '') : root;
}

function isMistyped(name: string, other: string): boolean {
  const isLong = Math.min(name.length, other.length) >= leastTyped;
  return isLong && name[0] === other[0] && typingErrors(name, other, 1) <= 1;
}

/** A new provider with the name of another one, spelled otherwise, whatever its website is. */
export function findSameName(line: EditedLine, _: string, known: Known): FaultInCell | null {
  if (line.old !== null) return null;
  const name = String(line.values.name);
  const [sound, root] = [asItSounds(name), rootOf(name)];
  const other = findOther(line, known, (own) => {
    const text = asItSounds(String(own.name));
    // Another check compares names that sound alike.
    if (text === sound) return false;
    return rootOf(String(own.name)) === root || isMistyped(sound, text);
  });
  return other === null
    ? null
    : ['similar-provider', `"${name}" may be "${other.name}" under another spelling`, oneLine];
}

/** Of a website and documentation that are the same, one is told. */
export function findOddContact(
  { kind, values, changed }: EditedLine,
  column: string,
): FaultInCell | null {
  if (kind !== 'provider') return null;
  const [docs, github] = [plainAddress(values.docs), String(values.github ?? '')];
  const isSameSite =
    docs !== '' && docs === plainAddress(values.website) && !docs.startsWith('github.com/');
  if (column === 'docs' && isSameSite) {
    const fix = 'write the address of the documentation, or leave the cell blank';
    return ['docs-repeat', 'the cell repeats the website', fix];
  }
  if (column === 'website' && isSameSite && !changed.includes('docs')) {
    const fix = 'write the address of the website, or clear the cell "docs"';
    return ['docs-repeat', 'the cell repeats the documentation', fix];
  }
  if (column !== 'github' || !github.includes('/')) return null;
  const message = `"${shorten(github)}" is a repository, and the column holds the user or the organisation`;
  return ['url-as-handle', message, `write "${github.split('/')[0]}"`];
}

/** A name that the slug does not have, and had before. */
export function findOtherName({ values, old }: EditedLine, column: string): FaultInCell | null {
  const [now, before] = [String(values[column] ?? ''), String(old?.[column] ?? '')];
  const [name, former, slug] = [
    asItSounds(now),
    asItSounds(before),
    asItSounds(String(values.slug ?? '')),
  ];
  const isNear = former.length > 3 && typingErrors(name, former, 2) <= 2;
  if (name === former || !isNear || !slug.includes(former) || slug.includes(name)) return null;
  const message = `the slug "${values.slug}" says "${shorten(before)}", and the cell "${shorten(now)}"`;
  return ['new-value', message, `did you mean "${shorten(before)}"?`];
}

/**
 * The cell `provider` that names another provider than the slug, which names the one from before.
 */
export function findOtherOwner(
  { kind, values, old }: EditedLine,
  _: string,
  known: Known,
): FaultInCell | null {
  if (kind !== 'offer' || typeof old?.provider !== 'string') return null;
  const [slug, former, now] = [values.slug, old.provider, String(values.provider)].map((text) =>
    asItSounds(String(text)),
  );
  if (
    slug === undefined ||
    now === undefined ||
    !former ||
    !slug.startsWith(former) ||
    slug.startsWith(now)
  )
    return null;
  // A provider that was renamed is gone.
  const isThere = known.providerLines.some((line) => line.values.name === old.provider);
  if (!isThere) return null;
  const message = `the slug "${values.slug}" is of "${old.provider}", and the cell says "${values.provider}"`;
  const rest = String(values.slug).slice(toKebabCase(old.provider).length);
  const renaming = `make rename WHAT=offer FROM=${values.slug} TO=${toKebabCase(String(values.provider))}${rest}`;
  return ['foreign-text', message, `write "${old.provider}", or run \`${renaming}\``];
}

const loose: ReadonlySet<string> = new Set([
  'slug',
  'actionButtons',
  'description',
  'starred',
  'tag',
]);
/** Least cells that two offers share if one of them is a copy. */
const leastShared = 5;

/**
 * A new offer, or a new listing without one, of which another one of its provider says all, and
 * more.
 */
export function findSameOffer(
  { kind, category, network, values, old, offer }: EditedLine,
  _: string,
  known: Known,
): FaultInCell | null {
  if (kind === 'provider' || offer !== null || old !== null) return null;
  const keys = Object.keys(values).filter((key) => !loose.has(key) && values[key] !== null);
  if (keys.length < leastShared) return null;
  const other = known.lines.find(
    (line) =>
      line.kind === kind &&
      line.category === category &&
      line.network === network &&
      line.values.slug !== values.slug &&
      isThere(line.values.slug, line.source.file, known) &&
      keys.every((key) => isSameValue(values[key] ?? null, line.values[key] ?? null)),
  );
  if (other === undefined) return null;
  const message = `the ${kind} "${other.values.slug}" says all that this line says`;
  return ['equal-offer', message, 'say how they differ, or keep one'];
}

/** Of a line that was renamed, the former slug is gone. */
function isThere(slug: unknown, file: string, { afterByFile }: Known): boolean {
  return afterByFile.get(file)?.some(({ values }) => values.slug === slug) === true;
}

/** Least lines of a file that two networks do not share by chance. */
const leastLines = 8;

/** The first of the new lines, most of its file, which are all those of another network's file. */
export function findCopiedFile(
  { kind, network, source, old }: EditedLine,
  _: string,
  known: Known,
): FaultInCell | null {
  if (kind !== 'listing' || network === null || old !== null) return null;
  const [before, now] = [known.byFile, known.afterByFile];
  const own = now.get(source.file) ?? [];
  const had = new Set(before.get(source.file)?.map(({ values }) => values.slug));
  const added = own.filter(({ values }) => !had.has(values.slug));
  if (
    added[0]?.source.line !== source.line ||
    own.length < leastLines ||
    added.length < own.length / 2
  )
    return null;
  const texts = own.map(({ values }) => JSON.stringify(values)).join('\n');
  const name = source.file.slice(source.file.lastIndexOf('/'));
  const other = [...before].find(
    ([file, lines]) =>
      file !== source.file &&
      file.endsWith(name) &&
      lines.length === own.length &&
      lines.map(({ values }) => JSON.stringify(values)).join('\n') === texts,
  )?.[0];
  if (other === undefined) return null;
  const message = `all ${own.length} lines of the file are those of ${other}`;
  return ['foreign-link', message, `look whether each is on "${network}", too`];
}

const evm = /\bEVM\b|^(?:Etherscan|Blockscout)$/i;

/** A listing of all networks whose offer works on chains of one kind. */
export function findAllNetworks(
  { kind, network, values, old, offer }: EditedLine,
  _: string,
  known: Known,
): FaultInCell | null {
  const { networks, meta } = known.sources;
  const technology = String(values.technology ?? offer?.technology ?? '');
  if (kind !== 'listing' || network !== null || old !== null || !evm.test(technology)) return null;
  const listed = new Set(networks);
  const others = meta.networks.filter(
    ({ key, caip2 }) => listed.has(key) && caip2 !== null && !caip2.startsWith('eip155:'),
  );
  if (others.length === 0) return null;
  const some = others.slice(0, 3).map(({ name }) => name);
  const rest = others.length > some.length ? ` and ${others.length - some.length} more` : '';
  const message = `the line is a row on each of ${networks.length} networks, and "${technology}" does not work on ${some.join(', ')}${rest}`;
  return ['all-networks', message, 'list it on the networks that it works on: make list'];
}
