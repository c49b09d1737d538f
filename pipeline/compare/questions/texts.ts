/** Sentences of edited lines: cut, of another provider, or in another language. */
import { deu, eng, fra, ind, ita, nld, pol, por, rus, spa, tur } from 'stopword';
import { asItSounds } from '../../check/lines/look-alikes.ts';
import type { EditedLine } from '../edited-lines.ts';
import { type FaultInCell, type Known, leastName, providerOf } from './known.ts';

/** Least length of a text that two providers do not have by chance. */
const leastText = 40;

/** A description that begins with the name of another provider. */
export function findForeignText(
  { kind, values, offer }: EditedLine,
  _: string,
  known: Known,
): FaultInCell | null {
  const text = values.description;
  if (typeof text !== 'string') return null;
  const own = kind === 'provider' ? String(values.name) : providerOf(values, offer);
  const source = known.lines.find(
    (line) =>
      text.length >= leastText &&
      line.values.description === text &&
      providerOf(line.values, line.offer) !== own &&
      !isTemplate(text, known),
  );
  if (source !== undefined) {
    const message = `the text is that of "${providerOf(source.values, source.offer)}", and the line is about "${own}"`;
    return ['foreign-text', message, `describe "${own}"`];
  }
  const start = text
    .toLowerCase()
    .replace(/^(?:(?:with|the|by|at|using|a|an|from|official|unofficial|hosted) ){1,3}/, '');
  const isAbout = (name: string) =>
    start.startsWith(`${name.toLowerCase()} `) || start.startsWith(`${name.toLowerCase()}'`);
  if (text.toLowerCase().includes(own.toLowerCase()) || isAbout(String(values.offer ?? own)))
    return null;
  const networks = new Set(known.sources.meta.networks.map(({ name }) => name.toLowerCase()));
  // `AssemblyScript SDK for …` of the line `fvm-assemblyscript-sdk`
  const title = asItSounds(`${values.slug} ${values.offer ?? ''}`);
  const other = known.sources.providers.find(
    ({ value: { name } }) =>
      name.length >= leastName &&
      name !== own &&
      !own.includes(name) &&
      !name.includes(own) &&
      !networks.has(name.toLowerCase()) &&
      isAbout(name) &&
      !title.includes(asItSounds(name)) &&
      !isTechnology(name, known),
  );
  if (other === undefined) return null;
  const message = `the text begins with "${other.value.name}", and the line is about "${own}"`;
  return ['foreign-text', message, `describe "${own}"`];
}

/** Whether the text fits several providers: a copy by mistake makes it that of two. */
function isTemplate(text: string, { after }: Known): boolean {
  const same = after.filter(({ values }) => values.description === text);
  return new Set(same.map(({ values, offer }) => providerOf(values, offer))).size > 2;
}

/** Least providers whose texts have a word that names no other provider there, such as IPFS. */
const leastUsers = 3;

function isTechnology(name: string, { lines }: Known): boolean {
  const users = new Set(
    lines.flatMap(({ values, offer }) => {
      const owner = providerOf(values, offer);
      const text = String(values.description ?? '');
      return owner !== name && text.split(/[^\p{L}\d]+/u).includes(name) ? [owner] : [];
    }),
  );
  return users.size >= leastUsers;
}

/** Columns of names, which become shorter on purpose. */
const names: ReadonlySet<string> = new Set(['name', 'provider', 'offer', 'planName']);

/** A text that ends where the one before went on. */
export function findCutText({ values, old }: EditedLine, column: string): FaultInCell | null {
  if (names.has(column)) return null;
  const [now, before] = [values[column], old?.[column]];
  if (typeof now !== 'string' || typeof before !== 'string') return null;
  const text = now.trim().replace(/\s?(?:\.{3}|…)$/, '');
  const rest = before.slice(text.length);
  const isCut =
    /\S\s\S/.test(text) &&
    before.startsWith(text) &&
    !/[.!?]$/.test(text) &&
    /[\p{L}\d]{3}/u.test(rest);
  const isTorn =
    /^\p{Ll}/u.test(text) && /\S\s\S/.test(text) && before !== now && before.endsWith(now);
  if (isTorn) {
    const message = `the text begins in the middle of what it was: "${text.slice(0, 30)}…"`;
    return ['unfinished-text', message, 'write the beginning of the sentence'];
  }
  if (!isCut) return null;
  const message = `the text ends in the middle of what it was: "…${text.slice(-30)}"`;
  return ['unfinished-text', message, 'write the rest of the sentence'];
}

const languages: readonly (readonly [name: string, words: ReadonlySet<string>])[] = Object.entries({
  Dutch: nld,
  French: fra,
  German: deu,
  Indonesian: ind,
  Italian: ita,
  Polish: pol,
  Portuguese: por,
  Russian: rus,
  Spanish: spa,
  Turkish: tur,
}).map(([name, words]) => [name, new Set(words)]);
const english: ReadonlySet<string> = new Set(eng);
/** Least words that only another language has: names of products may be such words. */
const leastForeign = 3;

/** A sentence in another language than English, unless the cell was before. */
export function findOtherLanguage({ values, old }: EditedLine, column: string): FaultInCell | null {
  const [text, before] = [values[column], old?.[column]];
  if (typeof text !== 'string' || !/^description$|Notes?$/.test(column)) return null;
  const language = languageOf(text);
  if (language === null || (typeof before === 'string' && languageOf(before) === language))
    return null;
  const message = `the text is in ${language}, and the other texts of the column are in English`;
  return ['foreign-text', message, 'write it in English'];
}

/** Null for English, and for a text that may be. */
function languageOf(text: string): string | null {
  const letters = text.match(/\p{L}/gu) ?? [];
  const others = letters.filter((letter) => !/\p{Script=Latin}/u.test(letter));
  if (others.length > letters.length / 2) return scriptOf(others.join(''));
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const count = (has: (word: string) => boolean) => words.filter(has).length;
  const own = count((word) => english.has(word));
  const [first] = languages
    .map(([name, known]) => [name, count((word) => known.has(word) && !english.has(word))] as const)
    .toSorted((a, b) => b[1] - a[1]);
  return first !== undefined && first[1] >= leastForeign && first[1] > own ? first[0] : null;
}

function scriptOf(letters: string): string {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(letters)) return 'Japanese';
  if (/\p{Script=Han}/u.test(letters)) return 'Chinese';
  if (/\p{Script=Hangul}/u.test(letters)) return 'Korean';
  return 'another script';
}
