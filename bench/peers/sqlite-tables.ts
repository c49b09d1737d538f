/**
 * Tables of the SQLite peer: each distinct row once, its networks, its cells by column, and an
 * index of trigrams of its text.
 */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';

/** A line of the file that the peer reads. */
export interface DistinctRow {
  readonly id: number;
  readonly category: string;
  readonly networks: readonly string[];
  readonly provider: string;
  /** Folded texts. */
  readonly foldedProvider: string;
  readonly text: string;
  /** Cells as a JSON object. */
  readonly json: string;
  /** Key, and value in lowercase. */
  readonly cells: readonly (readonly [string, string])[];
}

const tables = `
  CREATE TABLE rows (id INTEGER PRIMARY KEY, provider TEXT, folded_provider TEXT, json TEXT);
  CREATE TABLE listed (network TEXT, category TEXT, id INTEGER, PRIMARY KEY (network, category, id)) WITHOUT ROWID;
  CREATE TABLE cells (id INTEGER, key TEXT, lowercase TEXT, PRIMARY KEY (id, key, lowercase)) WITHOUT ROWID;
  CREATE VIRTUAL TABLE texts USING fts5(text, content = '', tokenize = 'trigram case_sensitive 1');`;

export async function loadTables(file: string): Promise<DatabaseSync> {
  const database = new DatabaseSync(':memory:');
  database.exec(`${tables} BEGIN`);
  const insert = (table: string, columns: string) => {
    const placeholders = columns.replace(/\w+/g, '?');
    return database.prepare(`INSERT OR IGNORE INTO ${table} (${columns}) VALUES (${placeholders})`);
  };
  const rows = insert('rows', 'id, provider, folded_provider, json');
  const listed = insert('listed', 'network, category, id');
  const cells = insert('cells', 'id, key, lowercase');
  const texts = insert('texts', 'rowid, text');
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const row = JSON.parse(line) as DistinctRow;
    rows.run(row.id, row.provider, row.foldedProvider, row.json);
    texts.run(row.id, row.text);
    for (const network of row.networks) listed.run(network, row.category, row.id);
    for (const [key, lowercase] of row.cells) cells.run(row.id, key, lowercase);
  }
  database.exec("COMMIT; INSERT INTO texts(texts) VALUES ('optimize'); ANALYZE");
  return database;
}
