/** Paths of the service below its default addresses: networks under /networks/{network}. */

/** Parameters of the rows endpoint; lists are written as JSON, everything else as it is. */
export interface RowsParameters {
  readonly category?: string;
  readonly search?: string;
  readonly filters?: unknown;
  readonly every?: unknown;
  readonly sorting?: unknown;
  readonly page?: string | number;
  readonly pageSize?: string | number;
  readonly numbers?: string | number;
  /** Of a page. */
  readonly open?: string;
  readonly fields?: string;
}

export const rowsPath = '/api/infrastructure-providers/rows';
const categoriesPath = '/api/infrastructure-providers/categories';

export function rowsOf(network: string, parameters: RowsParameters): string {
  return `/networks/${network}${rowsPath}?${queryOf(parameters)}`;
}

export function categoriesOf(network: string): string {
  return `/networks/${network}${categoriesPath}`;
}

/** With `''` the network's home. */
export function toolboxOf(
  network: string,
  category: string,
  parameters: RowsParameters = {},
): string {
  const query = queryOf(parameters);
  return `/networks/${network}/${category === '' ? '' : `toolbox/${category}`}${query === '' ? '' : `?${query}`}`;
}

export function queryOf(parameters: RowsParameters): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined)
      query.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  return query.toString();
}
