/** Key-value metadata of the Parquet files. */
import { dataLicense } from '../../model/dataset.ts';
import type { Table } from '../../model/tables.ts';

export type Footer = Readonly<Record<string, string>>;

/** The snapshot that first wrote a file: later snapshots link it. */
export interface FirstWriter {
  readonly id: string;
  readonly generatedAt: string;
}

/** `columns` is a JSON object of the descriptions by column. */
export function footerOf({ title, columns }: Table, { id, generatedAt }: FirstWriter): Footer {
  const meanings = columns.map(({ key, label, description }) => [key, description ?? label ?? key]);
  const meaning = JSON.stringify(Object.fromEntries(meanings));
  return { title, license: dataLicense.name, id, generatedAt, columns: meaning };
}
