/** New values that look like slips beside the values that the column had before. */
import { nearestSpelling } from '../../../common/nearest-name.ts';
import { foldNetworkName, networkNames } from '../../../common/network-names.ts';
import { type ColumnDefinition, quotaKind } from '../../../model/columns.ts';
import { isPlaceholder } from '../../../model/placeholders.ts';
import { asItSounds } from '../../check/lines/look-alikes.ts';
import { shorten, textsOf } from '../../check/rule.ts';
import type { EditedLine } from '../edited-lines.ts';
import { findCode, findLicence } from './codes.ts';
import {
  type Counts,
  enough,
  type FaultInCell,
  type FaultInText,
  type Known,
  type Line,
  providerOf,
  sum,
} from './known.ts';
import { findInLabels, labelsOf, wantedLabels } from './labels.ts';

/** Columns in which each line has words of its own. */
const ownWords =
  /^(?:slug|offer|provider|name|address|price|accessPrice|queryPrice)$|(?:Note|Notes|Endpoint|Date|Version|Command|Args)$/;

/** The first fault of the first new value or item that has one. */
export function findOddValue(line: EditedLine, key: string, known: Known): FaultInCell | null {
  const { category, kind, values, old, source } = line;
  const column = kind === 'provider' ? undefined : known.columns.get(key);
  if (column === undefined) return null;
  const before = new Set(textsOf(old?.[key]));
  // `Explorer` of an explorer is no slip for `Explore`.
  const noun = `${category.charAt(0).toUpperCase()}${category.slice(1).replace(/s$/, '')}`;
  const meant = () =>
    new Set([...labelsOf(before), ...wantedLabels(source.file, key, known), noun]);
  for (const text of textsOf(values[key])) {
    if (before.has(text) || isPlaceholder(text)) continue;
    const found =
      column.cellType === 'actionButtons'
        ? findInLabels(text, known.labels, meant())
        : findInValue(
            text,
            column,
            known.countsOf(category, key),
            () =>
              isAdopted(known.usesAfter(category, key).get(text) ?? []) ||
              namesNetwork(text, line, known),
          );
    if (found !== null) return [...found, text];
  }
  return null;
}

/** Whether several lines state the new value, and their offers are of two providers or more. */
function isAdopted(lines: readonly Line[]): boolean {
  const providers = new Set(lines.map(({ values, offer }) => providerOf(values, offer)));
  return lines.length >= leastRepeated && providers.size > 1;
}

/** `TON JSON-RPC` on the network TON. */
function namesNetwork(text: string, { network }: EditedLine, { sources }: Known): boolean {
  const own = sources.meta.networks.find(({ key }) => key === network);
  const words = text.split(/\s+/).map(foldNetworkName);
  return own !== undefined && networkNames(own).some((name) => words.includes(name));
}

function findInValue(
  text: string,
  column: ColumnDefinition,
  counts: Counts,
  isMeant: () => boolean,
): FaultInText | null {
  if (ownWords.test(column.key) || column.cellType === 'description' || text.length > 100)
    return null;
  // A code that does not exist is a mistake, however many cells have it.
  return (
    findCode(text, column, counts) ??
    ((counts.get(text) ?? 0) > 1 ? null : findKindOfValue(text, column, counts)) ??
    (counts.has(text) || column.key === 'license' || isMeant()
      ? null
      : findOutsideSet(text, column, counts))
  );
}

function findKindOfValue(
  text: string,
  column: ColumnDefinition,
  counts: Counts,
): FaultInText | null {
  return (
    findLicence(text, column) ??
    findForm(text, counts) ??
    findAmount(text, counts) ??
    findSeveral(text, column, counts) ??
    // Another rule reports a limit that is not understood; the others say what they mean.
    (quotaKind(column) === 'limits' ? null : findSimilar(text, counts))
  );
}

/** `0.5 ETH` is `0 A`, `24h` is `0a`. */
function formOf(text: string): string {
  return text
    .replace(/\d+(?:[.,]\d+)*/g, '0')
    .replace(/\p{Lu}+/gu, 'A')
    .replace(/[\p{Ll}\p{Lm}\p{Lo}]+/gu, 'a');
}

/** Least words of a sentence, which is no slip of a figure: `10 MON on Monad, 0.001 ETH elsewhere`. */
const leastWords = 4;

/** Of values with a number, because words have many forms. */
function findForm(text: string, counts: Counts): FaultInText | null {
  const total = sum(counts.values());
  if (total < enough || wordsIn(text).length >= leastWords) return null;
  const forms = new Map<string, number>();
  for (const [value, count] of counts)
    forms.set(formOf(value), (forms.get(formOf(value)) ?? 0) + count);
  const [usual = ['', 0]] = [...forms].toSorted((a, b) => b[1] - a[1]);
  if (!usual[0].includes('0') || usual[1] < total * 0.85 || (forms.get(formOf(text)) ?? 0) > 1)
    return null;
  const example = [...counts.keys()].find((value) => formOf(value) === usual[0]) ?? '';
  return [
    'value-form',
    `"${shorten(text)}" is not written as the other values are, such as "${example}"`,
    'write it in the same form',
  ];
}

const withUnit = /^\D{0,6}\d[\d.,]*\s?\p{L}/u;

/** A number without its unit, and a unit without its number, where most values have both. */
function findAmount(text: string, counts: Counts): FaultInText | null {
  const isAmount = withUnit.test(text);
  const hasDigits = /\d/.test(text);
  if (isAmount || (hasDigits && !/^[\d.,\s]+$/.test(text))) return null;
  const total = sum(counts.values());
  const amounts = [...counts].filter(([value]) => withUnit.test(value));
  if (total < enough || sum(amounts.map(([, count]) => count)) < total * 0.6) return null;
  if (
    !hasDigits &&
    sum([...counts].map(([value, count]) => (/\d/.test(value) ? 0 : count))) > total * 0.1
  )
    return null;
  const message = `"${shorten(text)}" has no ${hasDigits ? 'unit' : 'number'}, as the other values have, such as "${amounts[0]?.[0]}"`;
  return ['value-form', message, 'write the number with its unit'];
}

/** One item, or one value of a column of few words, that holds several. */
function findSeveral(text: string, column: ColumnDefinition, counts: Counts): FaultInText | null {
  const { valueKind, filter } = column;
  if (filter === null || counts.has(text) || /[()]|:\/\//.test(text)) return null;
  const pieces = text.split(/[;|]|, | \/ |,(?=\p{L})/u).map((part) => part.trim());
  const parts = pieces.filter((part) => part !== '');
  if (valueKind !== 'array' && (text.includes(' / ') || areUsual(counts))) return null;
  if (parts.length < 2) return findJoined(text, column, counts);
  const isKnown =
    parts.filter((part) => counts.has(part)).length >= (valueKind === 'array' ? 1 : 2);
  const areWords = valueKind === 'array' && parts.every((part) => !/\s/.test(part));
  if (!isKnown && !areWords) return null;
  return describeSeveral(text, parts, valueKind);
}

function describeSeveral(
  text: string,
  parts: readonly string[],
  valueKind: ColumnDefinition['valueKind'],
): FaultInText {
  if (valueKind !== 'array')
    return ['several-items', `"${shorten(text)}" holds several values`, 'write one of them'];
  return [
    'several-items',
    `the item "${shorten(text)}" holds several`,
    `write ${shorten(JSON.stringify(parts))}`,
  ];
}

/**
 * Whether more than a fifth of the values of a column have a comma or a semicolon. Such a column
 * holds lists.
 */
function areUsual(counts: Counts): boolean {
  const several = sum([...counts].map(([value, count]) => (/, |;/.test(value) ? count : 0)));
  return several > sum(counts.values()) / 5;
}

/** Last word of one item of two words: `JavaScript SDK`. */
const headNoun =
  /\s(?:sdks?|apis?|rpcs?|cli|uis?|ides?|apps?|nodes?|clients?|servers?|librar(?:y|ies)|plug-?ins?|extensions?|wallets?|tokens?|networks?|chains?|testnets?|mainnets?|bridges?|explorers?|index(?:er|ers|es)?|endpoints?|data|access|support|services?|tools?|kits?|contracts?|accounts?|events?|logs?|feeds?|streams?|queries)$/i;

/** `iOS/Android`, `iOS Android` and `iOS and Android`, if all parts are items of the column. */
function findJoined(
  text: string,
  { valueKind }: ColumnDefinition,
  counts: Counts,
): FaultInText | null {
  const isKnown = (parts: readonly string[]) =>
    parts.length > 1 && parts.every((part) => (counts.get(part) ?? 0) > 1);
  // Where items have several words, a space separates none.
  const names = [...counts.keys()];
  const areWords = names.filter((name) => /\s/.test(name)).length < names.length / 4;
  const spaces = valueKind === 'array' && areWords ? [/\s+/] : [];
  const parts = [/\/| and | & | - | \+ |\\n/, ...spaces]
    .map((mark) => text.split(mark).map((part) => part.trim()))
    .find((found) => isKnown(found) && !(text === found.join(' ') && headNoun.test(text)));
  return parts === undefined ? null : describeSeveral(text, parts, valueKind);
}

/**
 * A value that a slip may have made of an established one. Digits tell names apart, such as ERC-20
 * and ERC-721.
 */
function findSimilar(text: string, counts: Counts): FaultInText | null {
  if (text.length < 4) return null;
  const established = [...counts].filter(
    ([value, count]) => count >= 3 && value !== text && haveSameDigits(text, value),
  );
  const isSame = (name: string) => !statesOther(text, name);
  const names = established.map(([value]) => value).filter(isSame);
  const sounds = asItSounds(text);
  const same =
    names.find((name) => asItSounds(name) === sounds || hasOtherUnit(asItSounds(name), sounds)) ??
    null;
  const near = same ?? (text.length >= 4 ? nearestSpelling(text, names) : null);
  if (near === null) return null;
  if (same === null && (hasMoreWords(sounds, asItSounds(near)) || hasAllWords(text, near)))
    return null;
  return [
    'new-value',
    `"${shorten(text)}" is new in this column, and similar to "${near}"`,
    `did you mean "${near}"?`,
  ];
}

/**
 * Whether two texts differ in a fact, not by a slip: in a sign, in a number, or in a short word,
 * such as a unit or an acronym: `100M RUs/mo` and `100M req/mo`, `ARC-20` and `ERC-20`.
 */
function statesOther(text: string, other: string): boolean {
  if (signsOf(text) !== signsOf(other)) return true;
  const [own, others] = [wordsIn(text), wordsIn(other)];
  if (own.length !== others.length) return false;
  return own.some((word, at) => {
    const counterpart = others[at] ?? '';
    const most = Math.max(word.length, counterpart.length);
    if (word === counterpart || most > shortWord) return false;
    const isPlural = `${word}s` === counterpart || word === `${counterpart}s`;
    return !isPlural && [...word].toSorted().join('') !== [...counterpart].toSorted().join('');
  });
}

/** A slip of one letter makes another word of a shorter one. */
const shortWord = 3;

/** Of amounts: a bound, a share, a sign, and decimals. */
function signsOf(text: string): string {
  return (text.match(/[+<>≥≤~%#]|(?<=\d)\.(?=\d)|(?<![\p{L}\d])[-−](?=\d)/gu) ?? []).join('');
}

function wordsIn(text: string): string[] {
  return (text.normalize('NFKD').match(/\p{L}+/gu) ?? []).map((word) => word.toLowerCase());
}

/** `24h` and `24hrs`. */
function hasOtherUnit(one: string, other: string): boolean {
  return (
    /^\d+[a-z]/.test(one) &&
    /^\d+[a-z]/.test(other) &&
    (one.startsWith(other) || other.startsWith(one))
  );
}

/**
 * `semi-decentralized` is another word than `decentralized`, and `JavaScript SDK` than
 * `JavaScript`.
 */
function hasMoreWords(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return long.length - short.length > 1 && (long.startsWith(short) || long.endsWith(short));
}

/** `Transaction management` is another name than `Transaction fee management`. */
function hasAllWords(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => text.toLowerCase().split(/\s+/)) as [
    string[],
    string[],
  ];
  const [few, many] = a.length < b.length ? [a, b] : [b, a];
  return few.length > 1 && few.length < many.length && few.every((word) => many.includes(word));
}

/** Also digits in another order, such as ERC-271. */
function haveSameDigits(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => text.replace(/\D/g, '')) as [string, string];
  if (a.length > 2 && [...a].toSorted().join() === [...b].toSorted().join()) return true;
  return a === b || (a !== '' && b.startsWith(a) && b.length - a.length === 1);
}

/** Most values that a closed set has, and the least occurrences of each on average. */
const mostValues = 14;
const leastRepeated = 5;
/** Items of lists are freer than values. */
const leastRepeatedItem = 20;

const money = /\p{Sc}\s?\d/u;

function findOutsideSet(
  text: string,
  { valueKind }: ColumnDefinition,
  counts: Counts,
): FaultInText | null {
  const total = sum(counts.values());
  const repeated = valueKind === 'array' ? leastRepeatedItem : leastRepeated;
  // One value is no set yet.
  if (counts.size < 2 || counts.size > mostValues) return null;
  if (total < enough || total < counts.size * repeated) return null;
  const names = [...counts].toSorted((a, b) => b[1] - a[1]).map(([value]) => value);
  // Prices are seldom equal.
  if (money.test(text) && names.some((name) => money.test(name))) return null;
  // Nor are percentages and other figures.
  if (/\d/.test(text) && names.some((name) => formOf(name) === formOf(text))) return null;
  const usual = `${names.slice(0, 5).join(', ')}${names.length > 5 ? ' and others' : ''}`;
  return [
    'new-value',
    `"${shorten(text)}" is new in this column, which has ${usual}`,
    'write one of these, unless the value is really new',
  ];
}
