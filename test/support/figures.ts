/** Costs of workloads in texts, and random workloads, for tests of one figure everywhere. */
import fc from 'fast-check';
import { unescapeHtml } from './service-html.ts';

/** A workload with the conditions beside it. */
export interface Question {
  readonly requests: number;
  readonly workload: string;
  /** Own calls in place of those of the workload. */
  readonly mix: string | null;
  readonly peak: number | null;
  readonly archive: boolean;
  /** Filters as fields of a form. */
  readonly filters: readonly string[];
  readonly networks: readonly string[];
}

export const questions = fc.record({
  requests: fc.constantFrom(1000, 300_000, 1_000_000, 5_000_000, 40_000_000, 900_000_000),
  workload: fc.constantFrom('backend', 'wallet', 'indexer', 'archive'),
  mix: fc.constantFrom(
    null,
    null,
    'eth_call:60,eth_getLogs:10,eth_getBalance:30',
    'eth_getLogs:1',
    'eth_call:1,debug_traceTransaction:3',
  ),
  peak: fc.constantFrom(null, null, 20, 120, 2000),
  archive: fc.boolean(),
  filters: fc.subarray(['historicalData=Archive', 'chain=mainnet', 'planType=Tiered'], {
    maxLength: 2,
  }),
  networks: fc.subarray(['base', 'ethereum', 'aria', 'solana'], { maxLength: 2 }),
});

const cents = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  useGrouping: false,
});

/** Cost in a text, without its words: `$1,064 to $1,197` is `1064..1197 USD`. */
export function figureIn(text: string): string {
  const plain = text.replaceAll('\\', '').replaceAll('&#39;', "'");
  const [, open = '', first, second] =
    /^(from |up to )?([^\s\d]?[\d.,]+(?: [A-Z]+)?)(?: to ([^\s\d]?[\d.,]+(?: [A-Z]+)?))?/.exec(
      plain,
    ) ?? [];
  if (first === undefined) return 'none';
  return `${open}${[first, second ?? first].map(amountIn).join('..')}`;
}

function amountIn(text: string): string {
  const signs: Readonly<Record<string, string>> = { $: 'USD', '€': 'EUR' };
  const amount = Number(/[\d.,]+/.exec(text)?.[0].replaceAll(',', ''));
  const currency = signs[text.charAt(0)] ?? / ([A-Z]+)$/.exec(text)?.[1] ?? '';
  // As many digits as texts have.
  return `${amount < 1 ? Number(amount.toPrecision(2)) : cents.format(amount)} ${currency}`;
}

export interface Estimated {
  readonly slug: string;
  readonly provider: string;
  readonly isCheapest: boolean;
  readonly reason: string | null;
  readonly cost: {
    readonly min: number;
    readonly max: number;
    readonly currency: string | null;
    readonly bound: string;
  } | null;
}

export function figureOf({ cost }: Pick<Estimated, 'cost'>): string {
  if (cost === null) return 'none';
  const { min, max, currency, bound } = cost;
  const open = bound === 'from' ? 'from ' : bound === 'upTo' ? 'up to ' : '';
  const textOf = (amount: number) => amountIn(`${amount} ${currency ?? ''}`);
  return `${open}${textOf(min)}..${textOf(max)}`;
}

/** Parameters of an address. */
export function parametersOf({
  requests,
  workload,
  mix,
  peak,
  archive,
  filters,
  networks,
}: Question) {
  return [
    `requests=${requests}`,
    `workload=${workload}`,
    ...(mix === null ? [] : [`mix=${mix}`]),
    ...(peak === null ? [] : [`peak=${peak}`]),
    ...(archive ? ['archive=1'] : []),
    ...filters.map((filter) => `f.${filter}`),
    ...networks.map((network) => `network=${network}`),
  ].join('&');
}

/** All estimates of the API for parameters of an address. */
export async function estimatesOf(
  get: (path: string) => Promise<{ readonly text: string }>,
  query: string,
): Promise<readonly Estimated[]> {
  const found: Estimated[] = [];
  for (let page = 1; ; page++) {
    const { text } = await get(`/api/estimate?${query}&pageSize=100&page=${page}`);
    const { estimates, pagination } = JSON.parse(text).result as {
      readonly estimates: readonly Estimated[];
      readonly pagination: { readonly totalPages: number };
    };
    found.push(...estimates);
    if (page >= pagination.totalPages) return found;
  }
}

/** Costs in the rows of a page with a list, by slug. */
export function figuresIn(text: string): readonly (readonly [slug: string, figure: string])[] {
  const heads = Array.from(text.matchAll(/<th scope="col".*?<\/th>/gs), ([head]) => head);
  // The first column is a heading of each row.
  const at = heads.findIndex((head) => head.includes('Estimate a month')) - 1;
  return text.split('<tr').flatMap((row) => {
    const slug = /name="offer" aria-label="[^"]*" value="([^"]+)"/.exec(row)?.[1];
    const cost = Array.from(row.matchAll(/<td.*?<\/td>/gs), ([cell]) => cell)[at];
    return slug === undefined || cost === undefined ? [] : [[slug, figureInHtml(cost)] as const];
  });
}

export function figureInHtml(html: string): string {
  return figureIn(unescapeHtml(html.replace(/<[^>]*>/g, '')).trim());
}
