/** Cells that a command is given: `starred=FALSE,offer=Pro`. */
import { PipelineError } from '../../errors.ts';
import type { EditedTable } from '../tables/table.ts';
import { meant } from './references.ts';

export type CellTexts = Readonly<Record<string, string>>;

/** A comma inside a value is part of it, unless the name of a column follows. */
export function parseValues(text: string | null): CellTexts {
  const parts = (text ?? '').split(/,(?=\s*\w+=)/).filter((part) => part.trim() !== '');
  return Object.fromEntries(
    parts.map((part) => {
      const at = part.indexOf('=');
      if (at < 1)
        throw new PipelineError('usage', `VALUES="${text}" is not like starred=FALSE,offer=Pro`);
      return [part.slice(0, at).trim(), part.slice(at + 1).trim()];
    }),
  );
}

/** Throws if the table lacks a column. */
export function assertColumns(
  { header }: Pick<EditedTable, 'header'>,
  values: CellTexts,
  file: string,
): void {
  const unknown = Object.keys(values).find((column) => !header.includes(column));
  if (unknown === undefined) return;
  throw new PipelineError('usage', `${file} has no column "${unknown}"${meant(unknown, header)}`);
}
