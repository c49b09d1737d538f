/** Pagination links: first page, last page, pages around the current one, and gaps between them. */
import { formatCount } from '../../../common/format-count.ts';
import type { Pagination } from '../../query/paging.ts';

/** Null if there is only one page. */
export function presentPager(
  { page, totalPages }: Pick<Pagination, 'page' | 'totalPages'>,
  hrefOf: (page: number) => string,
) {
  if (totalPages <= 1 && page === 1) return null;
  const last = Math.max(totalPages, 1);
  const around = [1, page - 1, page, page + 1, last].filter(
    (number) => number >= 1 && number <= last,
  );
  const numbers = [...new Set(around)].toSorted((a, b) => a - b);
  return {
    previous: page > 1 ? hrefOf(Math.min(page - 1, last)) : null,
    next: page < last ? hrefOf(page + 1) : null,
    numbers: numbers.map((number, index) => ({
      number: formatCount(number),
      href: hrefOf(number),
      current: number === page,
      // Pages are skipped before this one.
      gap: number > (numbers[index - 1] ?? number - 1) + 1,
    })),
    position:
      page > last
        ? `the last page is ${formatCount(last)}`
        : `page ${formatCount(page)} of ${formatCount(last)}`,
  };
}

/** Page number of an address; 1 if it has none or another text. */
export function readPage(query: URLSearchParams): number {
  const text = query.get('page') ?? '';
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1;
}
