/** Documents under test, and the build that their examples query. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { projectFolder } from './paths.ts';

export function readDocument(file: string): Promise<string> {
  return readFile(path.join(projectFolder, file), 'utf8');
}

/** Every Markdown file of the project, relative to its folder. */
export async function listDocuments(): Promise<string[]> {
  const nested = ['.', 'bench', 'sources', 'docs'].map(async (folder) => {
    const names = await readdir(path.join(projectFolder, folder), { recursive: folder === 'docs' });
    return names.map((name) => path.join(folder, name));
  });
  return (await Promise.all(nested))
    .flat()
    .filter((file) => file.endsWith('.md'))
    .toSorted();
}

/** First cells of the table rows under a heading, without the backticks. */
export function namesIn(text: string, heading: string): string[] {
  const [, section = ''] = text.split(`\n## ${heading}\n`);
  const [body = ''] = section.split('\n## ');
  const cells = [...body.matchAll(/^\| (.*?) \|/gm)].map(([, cell = '']) => cell);
  return cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));
}

export type Query = (sql: string) => Promise<Record<string, unknown>[]>;

/** A DuckDB that finds the folder `build/` of another one. */
export async function queryBuild(folder: string): Promise<Query> {
  const instance = await DuckDBInstance.create();
  const connection = await instance.connect();
  await connection.run(`SET file_search_path = '${folder}'`);
  return async (sql) => (await connection.runAndReadAll(sql)).getRowObjectsJson();
}
