/** Reads a page once, for its link and for the quotations from it. */
import { sha256 } from '../../../common/hash.ts';
import type { ProbeTarget, Reading } from '../../../model/probes.ts';
import { failureOf, ProbeFailure } from '../http/failure.ts';
import { type Page, readPage, withoutFragment } from '../http/redirects.ts';
import { type Found, found, type ProbeContext } from '../reading.ts';
import type { PageTarget } from '../targets.ts';
import { statusFailure } from './rpc.ts';
import { foldWords, visibleText } from './visible-text.ts';

/** A link needs the beginning of the page only, to recognize parked domains. */
const linkBytes = 64 * 1024;
const quotationBytes = 4 * 1024 * 1024;

/** `targets` have the same address. */
export async function probePage(targets: readonly PageTarget[], context: ProbeContext): Promise<Reading[]> {
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
    const what = target.kind === 'link' ? judgeLink(page, target) : judgeQuotation(page, seen, target);
    return found(target, what, context);
  });
}

function judgeLink(page: Page | ProbeFailure, target: ProbeTarget): Found | ProbeFailure {
  if (page instanceof ProbeFailure) return page;
  const { answer, url, isPermanent } = page;
  const { status, latencyMs } = answer;
  const isMoved = url.href !== withoutFragment(target.address).href;
  const facts = { detail: `status ${status}`, finalAddress: isMoved ? url.href.slice(0, 2000) : null, latencyMs };
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
  if (status !== 200 || !isWhole || encoding !== 'identity' || !/^(?:text\/|application\/(?:xhtml|json))/i.test(type))
    return null;
  return visibleText(body.toString('utf8'), /html/i.test(type));
}

function judgeQuotation(
  page: Page | ProbeFailure,
  seen: { readonly words: string; readonly textSha256: string } | null,
  { expected }: ProbeTarget,
): Found | ProbeFailure {
  if (page instanceof ProbeFailure) {
    return page.result === 'unreachable' ? page : new ProbeFailure('unreadable', page.message);
  }
  const { status, latencyMs } = page.answer;
  if (seen === null) return { result: 'unreadable', detail: `status ${status}`, latencyMs };
  const result = seen.words.includes(foldWords(expected ?? '')) ? 'confirmed' : 'changed';
  return { result, detail: `status ${status}`, textSha256: seen.textSha256, latencyMs };
}
