/** Whole tables of a snapshot as text, for golden files. */
import path from 'node:path';
import { readParquet } from './second-reader.ts';
import { listFiles } from './snapshots.ts';

/** A line of columns for each file, and one for each row with the cells that it has. */
export async function tablesOf(
  snapshot: string,
  isWanted: (file: string) => boolean = () => true,
  isShown: (row: Readonly<Record<string, unknown>>) => boolean = () => true,
): Promise<string> {
  const files = (await listFiles(snapshot)).filter(
    (file) => file.endsWith('.parquet') && isWanted(file),
  );
  const texts: string[] = [];
  for (const file of files.toSorted()) {
    const { rows } = await readParquet(path.join(snapshot, file));
    const names = Object.keys(rows[0] ?? {}).join(' ');
    const lines = rows.filter(isShown).map((row) => JSON.stringify(row, plain));
    texts.push([`# ${file}: ${names}`, ...lines].join('\n'));
  }
  return `${maskIds(texts.join('\n\n'))}\n`;
}

export function maskIds(text: string): string {
  return text.replaceAll(/\d{8}T\d{9}Z-[0-9a-f]{8}/g, '{snapshot}');
}

/** Follow from the program, and from the commits of the project. */
const varying: ReadonlySet<string> = new Set(['fingerprint', 'revision']);

function plain(key: string, value: unknown): unknown {
  if (varying.has(key)) return '…';
  if (typeof value === 'bigint') return Number(value);
  return value === null ? undefined : value;
}
