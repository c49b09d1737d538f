/** Rows in order -> one page of providers. A page holds whole providers, so it can hold more rows than its size. */

export interface Page {
  /** Contents of the page, provider by provider. */
  readonly groups: readonly ProviderGroup[];
  readonly pagination: Pagination;
}

export interface ProviderGroup {
  readonly provider: string;
  readonly contents: readonly number[];
}

export interface Pagination {
  readonly mode: 'group';
  readonly page: number;
  readonly pageSize: number;
  readonly totalPages: number;
  readonly totalProviders: number;
  readonly totalOffers: number;
}

/** Providers stand in the order of their first row, rows inside a provider in theirs. */
export function cutPage(
  contents: readonly number[],
  providerOf: readonly string[],
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
): Page {
  const byProvider = new Map<string, number[]>();
  for (const content of contents) {
    const provider = providerOf[content] ?? '';
    const group = byProvider.get(provider);
    if (group) group.push(content);
    else byProvider.set(provider, [content]);
  }
  const groups = [...byProvider].slice((page - 1) * pageSize, page * pageSize);
  const totalProviders = byProvider.size;
  const totalPages = Math.ceil(totalProviders / pageSize);
  return {
    groups: groups.map(([provider, rows]) => ({ provider, contents: rows })),
    pagination: { mode: 'group', page, pageSize, totalPages, totalProviders, totalOffers: contents.length },
  };
}
