/**
 * Texts that a reader takes for something else than the editor meant: numbers, dates, sentences and
 * addresses.
 */

import { domainToUnicode } from 'node:url';
import { dayMs } from '../../../common/durations.ts';
import { isPlaceholder } from '../../../model/placeholders.ts';
import { asItLooks, findMixedWord } from '../lines/look-alikes.ts';
import { type Fault, shorten, type TextColumn } from '../rule.ts';

const amount = String.raw`[$€£¥₹]\s?\d{1,3}`;
const decimalComma = /(?:[$£₹]\s?\d[\d.]{0,12}|\b0),\d{1,2}(?![\d,])|[$£₹]\s?0,\d/;
const thousandsPoint = new RegExp(
  String.raw`(${amount})\.(\d{3})(?![\d.,])(?=\s*(?:$|/\s?(?:mo|yr|year|month)|per (?:mo|year)))`,
);
const bareAmount = /^(?:from |up to )?\d[\d.,]*\s?(?:[km]|e\d)?(?:\s?(?:\/|per )[\w ,.]{1,40})?$/i;
const doubledMark = /(?<!:)\/\s?\/|([,;])\s?\1/;

/** Decimal signs of other countries, and amounts without their currency. */
export function findOddPrice(text: string, { unit = null }: TextColumn): Fault | null {
  const comma = decimalComma.exec(text)?.[0];
  if (comma !== undefined)
    return [`"${comma}" has a decimal comma`, `write "${exchangeMarks(comma)}"`];
  const twice = doubledMark.exec(text)?.[0];
  if (twice !== undefined)
    return [`"${shorten(text)}" has the mark "${twice}"`, `write "${twice.charAt(0)}" once`];
  const point = unit !== null ? null : thousandsPoint.exec(text);
  if (point && !/\D0$/.test(point[1] ?? ''))
    return [
      `"${point[0]}" is read as a number with three decimals`,
      `write "${point[1]},${point[2]}" if it is thousands`,
    ];
  if (!bareAmount.test(text.trim()) || Number(text) === 0) return null;
  return [
    `"${shorten(text)}" has no currency`,
    'write the price with its currency and period, such as $49/mo',
  ];
}

/** `$1.000,50` as `$1,000.50`. */
function exchangeMarks(figure: string): string {
  return figure.replace(/[.,]/g, (mark) => (mark === ',' ? '.' : ','));
}

export function findPriceAsValue(text: string): Fault | null {
  if (
    !/[$€£]\s?\d|^\d[\d.,]*\s?[km]?\s?(?:\/\s?(?:mo|month|yr|year)\b|(?:usdc?|usdt|eur|eth)\b)/i.test(
      text,
    )
  )
    return null;
  return [
    `"${shorten(text)}" is a price, but the column holds a name or a type`,
    'move it to the column of prices',
  ];
}

export function findNegative(text: string): Fault | null {
  if (!/^\s*[-−–]\s?\d/.test(text)) return null;
  return [`"${shorten(text)}" is below zero`, 'write the number without its sign'];
}

/** The lowest share that plans promise. */
const leastUptime = 95;

export function findOddShare(text: string): Fault | null {
  const comma = /^\d{1,3},\d+\s?%?$/.exec(text.trim());
  if (comma)
    return [`"${shorten(text)}" has a decimal comma`, `write "${text.trim().replace(',', '.')}"`];
  const share = /^(\d{1,3}(?:\.\d+)?)\s?%$/.exec(text.trim())?.[1];
  if (share === undefined || Number(share) >= leastUptime) return null;
  return [
    `"${shorten(text)}" is below ${leastUptime} %, which no provider promises`,
    'write the percentage, such as 99.9%',
  ];
}

const price = String.raw`[$€£]\s?(\d{1,9}(?:,\d{3})*(?:\.\d+)?)`;
const monthly = new RegExp(
  String.raw`${price}\s?(?:(?:/\s?mo(?:nth)?|per month)\s*(\((?:monthly|annual|yearly)[^()]*\))?|\(monthly[^()]*\))`,
  'gi',
);
const yearly = new RegExp(
  String.raw`${price}\s?(?:/\s?(?:yr|year)|per year|\((?:annual|yearly)[^()]*\))`,
  'i',
);

/** A yearly plan costs at most as much as twelve months of the monthly plan. */
export function findDearYear(text: string): Fault | null {
  const months = [...text.matchAll(monthly)].map(([, value = '', plan = '']) => ({
    value: toNumber(value),
    plan: plan.toLowerCase(),
  }));
  const [month] = months.filter(({ plan }) => !/annual|year/.test(plan));
  if (month === undefined) return null;
  const paidYearly = months.find(({ plan }) => /annual|year/.test(plan));
  const year = yearly.exec(text)?.[1];
  const perMonth = paidYearly?.value ?? (year === undefined ? null : toNumber(year) / 12);
  // A price a month may be rounded.
  if (perMonth === null || perMonth <= month.value * 1.01) return null;
  const message = `the yearly plan is dearer than the monthly plan in "${shorten(text)}"`;
  return [message, 'correct the amounts: they may be exchanged, or one may be a price a year'];
}

function toNumber(text: string): number {
  return Number(text.replaceAll(',', ''));
}

/** Dates of programs begin in 1900, 1904 and 1970. */
const firstYear = 1990;

/** A day for time zones east of the one that checks. */
const tolerance = dayMs;

export function findOddDate(text: string): Fault | null {
  const [year, month, day] =
    /^(\d{4})-(\d{2})-(\d{2})$/.exec(text.trim())?.slice(1).map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined) {
    if (isPlaceholder(text)) return null;
    return [
      `"${shorten(text)}" is not written as the other dates are`,
      'write it as YYYY-MM-DD, such as 2026-04-22',
    ];
  }
  const date = new Date(Date.UTC(year, month - 1, day));
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day)
    return [`"${text}" is no day of a calendar`, 'correct the date'];
  if (year < firstYear)
    return [
      `"${text}" is a date that a program made of a blank cell or of a number`,
      'correct the date',
    ];
  if (date.getTime() <= Date.now() + tolerance) return null;
  return [`"${text}" is in the future, but the column holds what was released`, 'correct the date'];
}

const reminder =
  /\b(?:TODO|FIXME|XXX+)\b|\bto ?do:|\blorem ipsum\b|[<[](?:(?:description|text|name|provider|company|project)|(?:insert|add|write|your|enter)\b[^[\]<>]*)[\]>](?!\()|\[object Object\]|\b(?:write|add|insert) (?:a )?description\b|\bas an ai (?:language )?model\b/i;
/** Of a short text, which says nothing else. */
const shortReminder =
  /^\W{0,9}(?:(?:some|the|an?|your|short|provider|dummy|sample|tbd|tba)[ :-]{1,3}){0,4}(?:description|text|placeholder|summary|wip|asdf\w*|qwerty\w*|test(?:ing)?|foo(?: ?bar)?|abc|xyz|lorem|same as (?:above|before)|please add)(?: (?:here|goes here|text|to follow|needed|missing|pending|test|(?:is )?coming soon|(?:is )?not available))?\W{0,9}$|^no (?:description|text)\b|\b(?:add|write|insert|fill|enter|complete|update|describe)\b.{0,20}\b(?:here|later|soon|in)\b|\bto be (?:added|written|completed|filled|done|updated|determined)\b|\bwork in progress\b/i;
const shortText = 40;
const openEnd =
  /(?:\b(?:a|an|and|are|as|at|between|but|by|for|from|in|including|into|is|its|of|on|or|such as|than|that|the|their|through|to|up to|using|via|which|who|with|your|can|will|may|must|should|has|have|was|were|be|when|where|while|if)|[,;:(&+–—-])$/i;

export function findUnfinished(text: string): Fault | null {
  const found =
    reminder.exec(text)?.[0] ??
    (text.length <= shortText ? shortReminder.exec(text)?.[0] : undefined);
  if (found !== undefined)
    return [
      `"${shorten(found)}" is a reminder of the writer`,
      'write the text, or leave the cell blank',
    ];
  const end = text.trim();
  if (!/\s/.test(end) || !openEnd.test(end)) return null;
  return [
    `the text ends in the middle of a sentence: "…${end.slice(-30)}"`,
    'write the rest of the sentence',
  ];
}

export function findMixedScript(text: string): Fault | null {
  if (findMixedWord(text) === null) return null;
  // Another rule looks at hosts.
  const word = findMixedWord(text.replace(/:\/\/\S*/g, ''));
  if (word === null) return null;
  return [
    `"${shorten(word)}" has letters of two scripts that look alike`,
    `write "${shorten(asItLooks(word))}"`,
  ];
}

/** Services that only redirect. */
const shorteners: ReadonlySet<string> = new Set(
  '2.gy adf.ly amzn.to app.link beacons.ai bio.link bit.ly bitly.com bitly.is bit.do bl.ink buff.ly chilp.it clck.ru cutt.ly dlvr.it dub.sh fb.me goo.gl hubs.la hubs.li is.gd j.mp kutt.it linktr.ee lnk.bio lnk.to lnkd.in ow.ly qr.ae qrco.de rb.gy rebrand.ly s.id short.gy short.io shorturl.at shorturl.com soo.gd surl.li t.co t.ly tiny.cc tiny.one tiny.pl tinyurl.com tr.ee trib.al u.to urlz.fr v.gd v.ht x.gd'.split(
    ' ',
  ),
);

const link = /(?:\[([^[\]]*)\]\()?\b(?:https?|wss?):\/\/([^\s/?#)"'\]]*)([^\s)"'\]]*)/gi;

/** Addresses of which the host cannot exist, or is not where the link seems to lead. */
export function findOddLink(text: string): Fault | null {
  if (!text.includes('://')) return null;
  for (const [, label = '', authority = '', rest = ''] of text.matchAll(link)) {
    const fault =
      findInAddress(authority.replace(/^.*@/, '').replace(/:\d+$/, ''), rest) ??
      findInLabel(label, authority);
    if (fault !== null) return fault;
  }
  return null;
}

/** Typing errors in the usual ends of hosts. */
const misspelt =
  /\.(?:cmo|ocm|con|comm|cpm|xom|vom|cim|clm|coom|oi|ioo|iio|nte|ner|nett|ogr|orgg|rog|orh|deb|dve|veb|ap|aap|apl|xzy|yxz|finace|finanace|netwrok|netowrk|network[s1])$/;

/** Also `www.www.` and `wwww.`, and an end with digits, unless the host is a number. */
const impossible =
  /\.\.|[,;:_]|^[.-]|[.-]$|-\.|\.-|\.\w$|^(?:www\.www|ww|w{4,})\.|\.(?!xn--)(?=[a-z]*\d)[a-z\d]*[a-z][a-z\d]*$/;

export function isMisspelt(host: string): boolean {
  return misspelt.test(host);
}

function findInAddress(written: string, rest: string): Fault | null {
  const host = written.toLowerCase();
  if (/^https?:?$/.test(host) || (/^https?:$/.test(`${host}:`) && rest.startsWith('//')))
    return [
      `"${shorten(`https://${written}${rest}`)}" has its scheme twice`,
      'write https:// once',
    ];
  if (host.startsWith('[') || host === 'localhost' || /[<>{}%$]/.test(host)) return null;
  if (`${host}${rest}`.includes('\\'))
    return [`"${shorten(`${written}${rest}`)}" has a backslash`, 'write "/" instead'];
  if (impossible.test(host) || !host.includes('.') || isMisspelt(host))
    return [`no host has the name "${shorten(written)}"`, 'correct the address'];
  if (shorteners.has(host.split('.').slice(-2).join('.')))
    return [
      `"${written}" shortens addresses, so nobody sees where the link leads`,
      'open the link, and copy the address of the page',
    ];
  return findOtherScript(host);
}

function findOtherScript(host: string): Fault | null {
  if (!/xn--|[^\x00-\x7f]/.test(host)) return null;
  const shown = domainToUnicode(host);
  const url = `https://${host}`;
  const real = URL.canParse(url) ? new URL(url).hostname : host;
  if (!/[^\u0000-\u007f]/.test(shown))
    return [
      `the host "${host}" has letters of another form, and leads to ${real}`,
      `write "${real}"`,
    ];
  return [
    `the host "${shown}" has letters of another script, and leads to ${real}`,
    'write the host in Latin letters if that was meant',
  ];
}

/** A label that is an address of another site. */
function findInLabel(label: string, host: string): Fault | null {
  const named = /^\s*(?:https?:\/\/)?((?:[\w-]+\.)+[a-z]{2,})(?:[/?#]\S*)?\s*$/i
    .exec(label)?.[1]
    ?.toLowerCase();
  if (named === undefined || !/^\s*(?:https?:|www\.)|\//.test(label)) return null;
  const [one, other] = [named, host.toLowerCase()].map((name) => name.replace(/^www\./, ''));
  if (one === undefined || other === undefined || other.endsWith(one) || one.endsWith(other))
    return null;
  return [
    `the label says "${named}", but the link leads to "${shorten(host)}"`,
    'correct the label or the address',
  ];
}
