/** Key-value metadata of the Parquet files: title, licence and the meaning of each column. */
import { dataLicense } from '../../model/dataset.ts';
import type { Table } from '../../model/tables.ts';

export type Footer = Readonly<Record<string, string>>;

/** `columns` is a JSON object of the descriptions by column. */
export function footerOf({ title, columns }: Table): Footer {
  const meanings = columns.map(({ key, label, description }) => [key, description ?? label ?? key]);
  return { title, license: dataLicense.name, columns: JSON.stringify(Object.fromEntries(meanings)) };
}
