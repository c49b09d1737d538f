/**
 * The texts of docs/analysts.md that run: a code block whose first line names the text, such as
 * ```sql duckdb.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { projectFolder } from '../processes.ts';

export const document = path.join(projectFolder, 'docs/analysts.md');

/** Texts of the document by name. Questions are named `question:<name>`. */
export type Recipes = ReadonlyMap<string, string>;

export async function readRecipes(): Promise<Recipes> {
  const blocks = (await readFile(document, 'utf8')).matchAll(/^```\w+ (\S+)\n(.*?)^```$/gms);
  return new Map([...blocks].map(([, name = '', text = '']) => [name, text]));
}

/** Throws if the document has no such text. */
export function recipeOf(recipes: Recipes, name: string): string {
  const text = recipes.get(name);
  if (text === undefined) throw new Error(`docs/analysts.md has no code block named "${name}"`);
  return text;
}

/** SQL of each question by its name, in the order of the document. */
export function questionsOf(recipes: Recipes): ReadonlyMap<string, string> {
  const named = [...recipes].filter(([name]) => name.startsWith('question:'));
  return new Map(named.map(([name, sql]) => [name.slice('question:'.length), sql]));
}

/**
 * Folder and address of the snapshot that the questions are asked of. `fillIn` puts them into the
 * examples of docs/analysts.md.
 */
export interface Place {
  /** Folder of the snapshot, for `build/current`. */
  readonly snapshot: string;
  /** Address of the snapshot, for `https://<site>/snapshots/<id>`. */
  readonly address: string;
}

export function fillIn(text: string, { snapshot, address }: Place): string {
  return text
    .replaceAll('build/current', snapshot)
    .replaceAll('https://<site>/snapshots/<id>', address);
}

/** The statements of a SQL text. No text of the document has a semicolon within a statement. */
export function statementsOf(sql: string): string[] {
  return sql
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}

/**
 * Writes a JavaScript text as a module into a folder, where it finds the packages of the folder,
 * and imports it.
 */
export async function importRecipe<Module>(
  folder: string,
  name: string,
  text: string,
): Promise<Module> {
  const file = path.join(folder, `${name}.mjs`);
  await writeFile(file, text);
  return (await import(file)) as Module;
}
