/**
 * The engines of docs/analysts.md that run here, each as it is there: its tables, then one question
 * after the other.
 */
import { mkdir, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { DuckDBInstance } from '@duckdb/node-api';
import { projectFolder } from '../processes.ts';
import {
  fillIn,
  importRecipe,
  type Place,
  type Recipes,
  recipeOf,
  statementsOf,
} from './recipes.ts';

/** Rows of an answer, with the columns of the question. */
export type Answer = readonly Readonly<Record<string, unknown>>[];

export interface OpenedEngine {
  readonly version: string;
  readonly answer: (question: string) => Promise<Answer>;
}

export interface Setting {
  readonly recipes: Recipes;
  readonly place: Place;
  /**
   * Folder with the packages that the project does not have, and for the modules of the document.
   */
  readonly folder: string;
}

export interface Engine {
  /** Name in the tables. */
  readonly name: string;
  /** Text of the document that makes its tables. */
  readonly recipe: string;
  /** Packages with exact versions that are installed for it. */
  readonly packages: readonly string[];
  readonly open: (setting: Setting, recipe: string) => Promise<OpenedEngine>;
}

/** npm leaves this package out on Node 20, for which it is not declared, but on which it works. */
const polarsSystem = { linux: '-gnu', win32: '-msvc' }[process.platform as string] ?? '';
const polarsBinary = `nodejs-polars-${process.platform}-${process.arch}${polarsSystem}@0.26.1`;

/** The first one gives the answers that the others must give. */
export const engines: readonly Engine[] = [
  { name: 'DuckDB', recipe: 'duckdb', packages: [], open: openDuckdb },
  { name: 'ClickHouse', recipe: 'clickhouse', packages: ['chdb@3.4.0'], open: openClickhouse },
  {
    name: 'ClickHouse, HTTP',
    recipe: 'clickhouse-http',
    packages: ['chdb@3.4.0'],
    open: openClickhouse,
  },
  {
    name: 'nodejs-polars',
    recipe: 'polars',
    packages: ['nodejs-polars@0.26.1', polarsBinary],
    open: openPolars,
  },
  { name: 'hyparquet', recipe: 'hyparquet', packages: [], open: openHyparquet },
  { name: 'hyparquet, HTTP', recipe: 'hyparquet-http', packages: [], open: openHyparquet },
  {
    name: 'parquet-wasm',
    recipe: 'parquet-wasm',
    packages: ['parquet-wasm@0.8.0', 'apache-arrow@21.2.0'],
    open: openParquetWasm,
  },
];

/**
 * Rows as plain values: counts as numbers, whatever kind of integer the engine has; null for what
 * is missing.
 */
function normalise(rows: readonly object[]): Answer {
  return JSON.parse(
    JSON.stringify(rows, (_, value) =>
      typeof value === 'bigint' ? Number(value) : (value ?? null),
    ),
  );
}

function sqlOf({ recipes }: Setting, question: string): string {
  return recipeOf(recipes, `question:${question}`);
}

async function openDuckdb(setting: Setting, recipe: string): Promise<OpenedEngine> {
  const connection = await (await DuckDBInstance.create()).connect();
  for (const statement of statementsOf(fillIn(recipeOf(setting.recipes, recipe), setting.place))) {
    await connection.run(statement);
  }
  const ask = async (sql: string) => (await connection.runAndReadAll(sql)).getRowObjectsJS();
  const [{ version } = {}] = await ask('SELECT version() AS version');
  return {
    version: String(version).replace('v', ''),
    answer: async (question) => normalise(await ask(sqlOf(setting, question))),
  };
}

interface Chdb {
  Session: new () => { query(sql: string, format?: string): string };
}

async function openClickhouse(setting: Setting, recipe: string): Promise<OpenedEngine> {
  const { Session } = await importPackage<Chdb>(setting.folder, 'chdb');
  const session = new Session();
  session.query('SET output_format_json_quote_64bit_integers = 0');
  for (const statement of statementsOf(fillIn(recipeOf(setting.recipes, recipe), setting.place))) {
    session.query(statement);
  }
  const ask = (sql: string) => {
    const lines = session.query(sql, 'JSONEachRow').trimEnd();
    return lines === '' ? [] : lines.split('\n').map((line) => JSON.parse(line));
  };
  const [{ version } = {}] = ask('SELECT version() AS version');
  return {
    version: String(version),
    answer: async (question) => normalise(ask(sqlOf(setting, question))),
  };
}

interface PolarsRecipe {
  answer(sql: string): readonly object[];
}

async function openPolars(setting: Setting, recipe: string): Promise<OpenedEngine> {
  const text = fillIn(recipeOf(setting.recipes, recipe), setting.place);
  const { answer } = await importRecipe<PolarsRecipe>(setting.folder, recipe, text);
  const version = await versionOf(setting.folder, 'nodejs-polars');
  return { version, answer: async (question) => normalise(answer(sqlOf(setting, question))) };
}

async function openHyparquet(setting: Setting, recipe: string): Promise<OpenedEngine> {
  return openReader(setting, {
    recipe,
    name: 'hyparquet',
    folder: await projectPackages(setting.folder),
  });
}

async function openParquetWasm(setting: Setting, recipe: string): Promise<OpenedEngine> {
  return openReader(setting, { recipe, name: 'parquet-wasm', folder: setting.folder });
}

type Read = (file: string, columns: readonly string[]) => Promise<object[]>;
type Answers = Readonly<Record<string, (read: Read) => Promise<object[]>>>;

interface Reader {
  readonly recipe: string;
  /** Package of the reader. */
  readonly name: string;
  /** With the package in `node_modules`. */
  readonly folder: string;
}

async function openReader(
  { recipes, place }: Setting,
  { recipe, name, folder }: Reader,
): Promise<OpenedEngine> {
  const text = fillIn(recipeOf(recipes, recipe), place);
  const { read } = await importRecipe<{ read: Read }>(folder, recipe, text);
  const answers = await importRecipe<Answers>(folder, 'answers', recipeOf(recipes, 'answers'));
  const answer = async (question: string) => {
    const ask = answers[question];
    if (!ask)
      throw new Error(`the code block "answers" of docs/analysts.md has no function "${question}"`);
    return normalise(await ask(read));
  };
  return { version: await versionOf(folder, name), answer };
}

/** A folder whose packages are the project's. */
async function projectPackages(folder: string): Promise<string> {
  const made = path.join(folder, 'project');
  await mkdir(made, { recursive: true });
  await symlink(path.join(projectFolder, 'node_modules'), path.join(made, 'node_modules')).catch(
    (error) => {
      if (error.code !== 'EEXIST') throw error;
    },
  );
  return made;
}

async function importPackage<Module>(folder: string, name: string): Promise<Module> {
  const resolved = createRequire(path.join(folder, 'package.json')).resolve(name);
  return (await import(pathToFileURL(resolved).href)) as Module;
}

async function versionOf(folder: string, name: string): Promise<string> {
  return JSON.parse(await readFile(path.join(folder, 'node_modules', name, 'package.json'), 'utf8'))
    .version;
}
