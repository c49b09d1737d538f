/** CPU time of the service for one request. */
import { exchange, parseAnswer } from '../support/raw.ts';
import { cpuMs } from '../support/service.ts';
import type { Draft, Ingredient, Surface } from './ingredients.ts';

export interface Candidate {
  readonly surface: Surface;
  readonly ingredients: readonly Ingredient[];
}

export interface Cost {
  readonly candidate: Candidate;
  readonly cpuMs: number;
  readonly sentBytes: number;
  readonly headBytes: number;
  readonly receivedBytes: number;
  readonly status: number;
}

/** The longest address that the service accepts, which a request should stay below. */
const maxTargetLength = 7900;

export function writeRequest({ surface, ingredients }: Candidate, random: () => number): string {
  const draft: Draft = { path: surface.path, parameters: [], filters: [], headers: new Map() };
  for (const ingredient of ingredients) ingredient.apply(draft, random);
  if (draft.filters.length > 0) draft.parameters.push(['filters', JSON.stringify(draft.filters)]);
  const query = cut(draft.parameters);
  const lines = [`GET ${draft.path}${query === '' ? '' : `?${query}`} HTTP/1.1`, 'Host: x', 'Connection: close'];
  for (const [name, value] of draft.headers) lines.push(`${name}: ${value}`);
  return `${lines.join('\r\n')}\r\n\r\n`;
}

/** As many parameters as fit. */
function cut(parameters: readonly [string, string][]): string {
  let query = '';
  for (const [name, value] of parameters) {
    const next = `${query}${query === '' ? '' : '&'}${new URLSearchParams([[name, value]])}`;
    if (next.length <= maxTargetLength) query = next;
  }
  return query;
}

/** The mean of several requests that differ in their random parts, so that none is answered from the cache. */
export async function measure(
  port: number,
  candidate: Candidate,
  options: { runs: number; scrapeMs: number },
): Promise<Cost> {
  const { runs, scrapeMs } = options;
  const requests = Array.from({ length: runs }, () => writeRequest(candidate, Math.random));
  const before = await cpuMs(port);
  let text = '';
  for (const request of requests) text = (await exchange(port, request, { limitMs: 20_000 })).text;
  const spent = (await cpuMs(port)) - before - scrapeMs;
  const { status, headBytes } = parseAnswer(text);
  const sentBytes = requests.reduce((sum, request) => sum + request.length, 0) / runs;
  return { candidate, cpuMs: spent / runs, sentBytes, headBytes, receivedBytes: text.length, status };
}

/** CPU time of reading the figure itself. */
export async function measureScrape(port: number): Promise<number> {
  const before = await cpuMs(port);
  const times = 20;
  let last = before;
  for (let turn = 0; turn < times; turn++) last = await cpuMs(port);
  return (last - before) / times;
}
