/** Reads a page once, for its link and for the quotations from it. */
import { Parser } from 'htmlparser2';
import { sha256 } from '../../../common/hash.ts';
import type { ProbeTarget, Reading } from '../../../model/probes.ts';
import { failureOf, ProbeFailure } from '../http/failure.ts';
import { type Page, readPage, withoutFragment } from '../http/redirects.ts';
import { found, type ProbeContext, type ProbeResult } from '../reading.ts';
import type { PageTarget } from '../targets.ts';
import { statusFailure } from './rpc.ts';

/** A link needs the beginning of the page only, to recognize parked domains. */
const linkBytes = 64 * 1024;
const quotationBytes = 4 * 1024 * 1024;

/** `targets` have the same address. */
export async function probePage(
  targets: readonly PageTarget[],
  context: ProbeContext,
): Promise<Reading[]> {
  const [first] = targets;
  if (first === undefined) return [];
  const isQuoted = targets.some(({ kind }) => kind === 'quotation');
  const { client, robots } = context;
  const before = (url: URL) => robots.assertAllowed(url);
  const maxBytes = isQuoted ? quotationBytes : linkBytes;
  const page = await readPage(first.address, { client, maxBytes, before }).catch(failureOf);
  const text = page instanceof ProbeFailure || !isQuoted ? null : textOf(page);
  const seen = text === null ? null : { words: foldWords(text), textSha256: sha256(text) };
  return targets.map((target) => {
    const what =
      target.kind === 'link' ? judgeLink(page, target) : judgeQuotation(page, seen, target);
    return found(target, what, context);
  });
}

function judgeLink(page: Page | ProbeFailure, target: ProbeTarget): ProbeResult | ProbeFailure {
  if (page instanceof ProbeFailure) return page;
  const { answer, url, isPermanent } = page;
  const { status, latencyMs } = answer;
  const isMoved = url.href !== withoutFragment(target.address).href;
  const facts = {
    detail: `status ${status}`,
    finalAddress: isMoved ? url.href.slice(0, 2000) : null,
    latencyMs,
  };
  if (status === 404 || status === 410) return { ...facts, result: 'dead' };
  if (status < 200 || status > 299) return { ...facts, result: statusFailure(status).result };
  if (isParked(url, answer.body)) return { ...facts, result: 'parked' };
  return { ...facts, result: isMoved && isPermanent ? 'moved' : 'answered' };
}

/** Hosts to which registrars and brokers redirect names that nobody uses. */
const brokers =
  /(?:^|\.)(?:sedo(?:parking)?\.com|parkingcrew\.net|bodis\.com|dan\.com|hugedomains\.com|afternic\.com|above\.com|undeveloped\.com|domainmarket\.com)$/;

const offersOfNames =
  /this domain (?:name )?(?:is|may be) for sale|buy this domain|domain is parked|parked free, courtesy of|window\.location\.href\s*=\s*"\/lander/i;

/** True for a page that answers and sells the name. */
function isParked(url: URL, body: Buffer): boolean {
  return brokers.test(url.hostname) || offersOfNames.test(body.toString('utf8'));
}

/** Null if the page cannot be read whole, or holds other things than text. */
function textOf({ answer: { status, headers, body, isWhole } }: Page): string | null {
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = headers;
  if (
    status !== 200 ||
    !isWhole ||
    encoding !== 'identity' ||
    !/^(?:text\/|application\/(?:xhtml|json))/i.test(type)
  )
    return null;
  return visibleText(body.toString('utf8'), /html/i.test(type));
}

function judgeQuotation(
  page: Page | ProbeFailure,
  seen: { readonly words: string; readonly textSha256: string } | null,
  { expected }: ProbeTarget,
): ProbeResult | ProbeFailure {
  if (page instanceof ProbeFailure) {
    return page.result === 'unreachable' ? page : new ProbeFailure('unreadable', page.message);
  }
  const { status, latencyMs } = page.answer;
  if (seen === null) return { result: 'unreadable', detail: `status ${status}`, latencyMs };
  const result = seen.words.includes(foldWords(expected ?? '')) ? 'confirmed' : 'changed';
  return { result, detail: `status ${status}`, textSha256: seen.textSha256, latencyMs };
}

const hidden: ReadonlySet<string> = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'svg',
  'head',
]);

/**
 * Elements in elements. Browsers have this limit too; the parser looks through all open elements
 * for each end tag.
 */
const maxDepth = 512;

/** With single spaces. Plain text is its own text. Null for elements that are nested too deep. */
function visibleText(body: string, isHtml: boolean): string | null {
  const text = isHtml ? textOfHtml(body) : body;
  return text === null ? null : foldSpaces(text);
}

/**
 * Quoted words are looked for regardless of spaces, and of the forms of quotes, hyphens and case.
 */
function foldWords(text: string): string {
  return foldSpaces(text.normalize('NFKC'))
    .replace(/[\u2010-\u2015]/g, '-')
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u201c\u201d]/g, '"')
    .toLowerCase();
}

function textOfHtml(html: string): string | null {
  const parts: string[] = [];
  let [depth, hiddenDepth] = [0, 0];
  const parser = new Parser({
    onopentagname: (name) => {
      if (++depth > maxDepth) parser.pause();
      if (hidden.has(name)) hiddenDepth++;
      else if (!inline.has(name)) parts.push(' ');
    },
    ontext: (text) => {
      if (hiddenDepth === 0) parts.push(text);
    },
    onclosetag: (name) => {
      depth--;
      if (hidden.has(name)) hiddenDepth--;
      else if (!inline.has(name)) parts.push(' ');
    },
  });
  parser.end(html);
  return depth > 0 ? null : parts.join('');
}

/** Elements that do not separate words: `<b>$49</b>/mo`. */
const inline: ReadonlySet<string> = new Set(
  'a abbr b bdi bdo cite code em i mark q s small span strong sub sup u'.split(' '),
);

function foldSpaces(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
