/**
 * Prices: statements of tiers with terms, such as `$49/$99/mo (monthly plan), $490/yr + setup fee`.
 * Every token must have its place.
 */

import {
  countsForm,
  type Forms,
  form,
  Reader,
  unitForm,
  unitOf,
} from '../../../common/amounts/forms.ts';
import { plainText, type Token, tokenize } from '../../../common/amounts/lexer.ts';
import { type OwnUnits, wordOf } from '../../../common/amounts/lexicon.ts';
import { nearestSpelling } from '../../../common/nearest-name.ts';
import type { PricePeriod } from '../../../model/price-period.ts';
import { nameOf, otherPeriod, Statement, type Use } from './amounts.ts';
import { priceOf } from './one-price.ts';
import { foldVariants } from './variants.ts';
import { wordsOf } from './words.ts';

/** What the prices of a column are for: `1M tokens`, or a `million` of anything. */
export function readUse(unit: string, units?: OwnUnits): Use {
  const tokens = tokenize(unit, false, units);
  const [{ value = 1 } = {}] = tokens;
  const counted = unitOf(tokens);
  return { count: value * (counted?.count ?? 1), counted, text: unit };
}

/**
 * Price per period if a billing period is stated, otherwise as stated. With `use`: for as many units
 * if a count is stated. `left`: the part that was not understood, null if all was.
 */
export function readPrice(
  text: string,
  use: Use | null,
  {
    units,
    period = 'month',
  }: { readonly units?: OwnUnits | undefined; readonly period?: PricePeriod } = {},
) {
  const tokens = foldVariants(tokenize(text, false, units));
  const isMoney = tokens.some(meansMoney);
  if (!isMoney && !tokens.some(({ roles }) => roles.includes('free')))
    return { stated: null, left: null };
  const reader = new Reader(tokens);
  const statements = readStatements(reader);
  if (statements === null) return { stated: null, left: reader.left() };
  const found = priceOf(statements, use, period);
  const words = found && wordsOf(plainText(text), found.first, statements);
  // `$2.50` in a column of `1M tokens`.
  const isImplied = use?.counted && words?.per === null && found?.price.unit === nameOf(use);
  const stated = found && {
    ...found.price,
    ...words,
    ...(isImplied ? { per: use.text } : {}),
  };
  return { stated, left: stated === null && isMoney ? text : null };
}

/** `Y58/mo` and `Fre` are amounts; the `L1` of `Gas fee on L1` is a name. */
function meansMoney({ roles: [role = ''], text }: Token, at: number): boolean {
  if (role !== 'word') return !/percent|trial/.test(role) && /\p{Sc}|\d/u.test(text);
  const isNearlyFree = wordOf(text) === undefined && nearestSpelling(text, ['free']) !== null;
  return at === 0 ? /\d/.test(text) || isNearlyFree : /\d\d|\d\p{L}/u.test(text);
}

const kind = 'unit|short|period|m|adjective|narrowing|qualifier|scope|unpriced';
const number = `(?:plain|scaled|decimal)(?!${kind})`;
const volume = `${unitForm}(?:slash(?:period|m))?`;

/** `first 2 GiB free` */
const allowance = `condition*${countsForm}${volume}free`;

const ofYears = '(?:silent|billed|for|with|if|fee)*';
const reductionEnd = '(?:close|(?=comma|stop|plus|$))';
/** `20% off yearly`, `save 20% with annual billing`, `20% yearly discount`; `yearly: 20% off`. */
const reductions: Forms = [
  [
    'reduction',
    form(`open?with?(?<what>(?:reduction?percent(?:reduction|discount)+|reduction percent)
      ${ofYears}adverb${ofYears}|reduction?percent ofYear)${reductionEnd}`),
  ],
  [
    'reduction',
    form(`open?${ofYears}(?<what>adverb${ofYears}colon?reduction?percent(?:reduction|discount)*)
      ${reductionEnd}`),
  ],
];

/** Forms of what stands after amounts, and before them. */
const terms: Forms = [
  ['period', form('billed?(?<period>adverb)')],
  ['period', form('(?:slash|for)+(?<count>plain|scaled)?(?<period>period|m|adverb)')],
  [
    'per',
    form(
      `slash+qualifier*(?<counts>${countsForm}|magnitude)?(?<unit>${unitForm})|slash(?<short>short)`,
    ),
  ],
  // `125 BTT GB/day`
  ['per', form('(?<=money)(?<unit>data)(?=slash(?:period|m))')],
  ['per', form(`for(?<counts>${countsForm})(?<unit>${volume})`)],
  ['per', form('slash+(?<counts>plain|scaled|magnitude)')],
  ['remark', form('open(?<remark>(?:adverb|once|silent|billed)+)close')],
  ['once', form('slash?once+')],
  ['discount', form('open?with?silent*discount+silent*(?:close|(?=comma|stop|$))')],
  ['minimum', form(`open(?<minimum>before)(?<counts>${countsForm})(?<unit>${volume})close`)],
  ['allowance', form(`open${allowance}close`)],
  ...reductions,
  // `7 days free, $99/mo after`
  ['later', form('later(?=comma|stop|close|$)')],
  // A volume that the price is for: `$0.5/1M CUs for over 50M CUs`.
  [
    'volume',
    form(`for?(?<bounds>condition+)(?<counts>${countsForm})(?:${volume}|period|(?=comma|stop|$))`),
  ],
  ['bound', form('(?<bound>after)|plus(?=slash|dash|comma|stop|open|close|$)')],
  // `$10/mo-$20`
  ['range', form('dash(?=money|free|unpriced)')],
];
const forms: Forms = [
  // `$1-$5`, `1/2 TON`, `Free/$49`, `$8/6/1M`. A number after a word is a name, as in `Tier 2`, and
  // one before a unit counts something.
  [
    'tiers',
    form(`(?<tiers>(?:before?(?:money|free)|(?:before|(?<!word))${number})
      (?:(?:slash|dash)before?(?:money|free)|dash${number}(?!dash)|slash(?:decimal(?!${kind})|plain(?=slash)))*
      |before(?:silent|fee)+money
      |between(?:money|${number})comma(?:money|${number}))`),
  ],
  ['allowance', form(`condition*(?<counts>${countsForm})${volume}free`)],
  ...reductions,
  ['colon', form('(?<=.)colon')],
  // Also of `$49/mo/$490/yr` and `Free / Premium`.
  ['next', form('(?:comma|stop)(?=.)|(?<=.)slash(?=money|free|unpriced)')],
  // `+ double RPS cost`, `+ 3% fee`: a cost that is not stated.
  ['addend', form('plus(?=.)(?:percent?word*cost(?=comma|stop|plus|$))?')],
  ['aside', form('open(?<inner>.+?)close')],
  // `Premium $20` is the name of a plan.
  ['silent', form('(?:silent|billed)+|unpriced+(?=money|plain|scaled|decimal)')],
  ...['then', 'former', 'trial', 'once', 'fee', 'unpriced'].map(
    (name) => [name, form(`${name}+`)] as const,
  ),
];

const ofPriced = [...terms, ...forms.slice(2)];
/** Forms that open a statement. */
const opening: ReadonlySet<string> = new Set([
  'next',
  'range',
  'addend',
  'then',
  'former',
  'reduction',
]);

/** Null if a token has no place. */
function readStatements(reader: Reader): readonly Statement[] | null {
  const statements = [new Statement()];
  while (!reader.isAtEnd) {
    const [name = '', found = {}] =
      reader.takeFirst(statements.at(-1)?.has('tiers') ? ofPriced : forms) ?? [];
    const aside = found.inner ? readAside(found.inner, statements.at(-1)) : [];
    if (aside === null || name === '' || !isMinimum(found.minimum)) return null;
    if (opening.has(name)) statements.push(new Statement());
    const last = statements.at(-1);
    last?.set(name, [...(last.get(name) ?? []), found]);
    addAside(statements, aside);
  }
  return statements.map((statement, at) => withShared(statement, statements[at - 1]));
}

/**
 * Adds the statements of a remark. Those that repeat the price or state a minimum fee are put before
 * it, so that the words after the remark belong to the price.
 */
function addAside(statements: Statement[], aside: readonly Statement[]): void {
  const isBefore = aside.every((each) => each.has('same') || each.has('least'));
  statements.splice(isBefore ? -1 : statements.length, 0, ...aside);
}

/** A period or unit that is written at one end of a range holds for both: `$10/mo-$20`. */
function withShared(statement: Statement, before?: Statement): Statement {
  const names = ['period', 'per', 'once'];
  if (!statement.has('range') || names.some((name) => statement.has(name))) return statement;
  const shared = names.map((name) => [name, before?.get(name) ?? []] as const);
  return new Statement([...statement, ...shared.filter(([, found]) => found.length > 0)]);
}

/** `min.` is a bound of an amount, and `more than` is one of a volume. */
function isMinimum(tokens: readonly Token[] = []): boolean {
  return tokens.every(({ text }) => /^min/i.test(text));
}

/**
 * A remark is a small text of its own: `(was $99)`, `(+ $25 setup)`, `(14 day free trial)`, `(min
 * $5/mo)`, and `($490/year)` after the price of a month. Null if it says something else.
 */
function readAside(inner: readonly Token[], outer?: Statement): readonly Statement[] | null {
  const [first] = inner;
  const all = readStatements(new Reader(inner));
  if (all?.length === 1 && all[0]?.has('tiers')) {
    if (first?.bound !== undefined && isMinimum([first]))
      return all.map((each) => new Statement([...each, ['least', []]]));
    if (outer !== undefined && all[0].has('period')) return otherPeriod(all[0], outer);
  }
  const isBeside = (each: Statement) =>
    ['addend', 'former', 'fee', 'reduction'].some((name) => each.has(name));
  const others = all?.filter((each) => !isBeside(each)) ?? [];
  const isOther = others.some(
    (each) => each.has('unpriced') || (each.has('tiers') && !each.has('trial')),
  );
  return isOther || others.length > 1 ? null : (all?.filter(isBeside) ?? null);
}
