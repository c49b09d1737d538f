/** GET /data/sql: an editor of SQL over the tables of the snapshot. DuckDB runs in the browser and reads the files by ranges. */
import path from 'node:path';
import { readText } from '../../common/read-bounded.ts';
import { type Handler, snapshotOf } from '../http/context.ts';
import { type PageDeps, sendPage } from './shared/page.ts';

/** A question of docs/analysts.md. */
export interface SqlQuestion {
  readonly title: string;
  readonly sql: string;
}

const maxDocumentBytes = 1_000_000;

/** The questions of the document, whose SQL runs on every engine. */
export async function readQuestions(document: string): Promise<SqlQuestion[]> {
  const text = await readText(document, maxDocumentBytes);
  // bounded: docs/analysts.md, at most 1,000,000 characters
  const blocks = text.matchAll(/^([^\n]+\?)\n\n```sql question:\w+\n([^`]*)```$/gm);
  return Array.from(blocks, ([, title = '', sql = '']) => ({ title, sql: sql.trim() }));
}

export function sqlPage(deps: PageDeps & { readonly questions: readonly SqlQuestion[] }): Handler {
  const { urls, assets, questions } = deps;
  return (ctx) => {
    const snapshot = snapshotOf(ctx);
    const { manifest } = snapshot;
    const asset = (name: string) => urls.shared(null, `/assets/${name}`, { v: assets.version(name, snapshot) });
    const files = manifest.files.map((file) => file.path).filter((file) => /^(?:rows\/)?\w+\.parquet$/.test(file));
    const data = urls.href(null, null, '/data');
    const view = {
      crumbs: [
        { label: 'Data', href: data },
        { label: 'SQL', href: null },
      ],
      worker: asset('duckdb.js'),
      wasm: asset('duckdb.wasm'),
      folder: urls.href(null, null, urls.filePath(manifest.id, '')),
      files: files.join(' '),
      tables: files.map((file) => path.basename(file, '.parquet')),
      first: questions[0]?.sql ?? '',
      questions: questions.map(({ title, sql }) => ({ title, sql, href: `#${encodeURIComponent(sql)}` })),
      data,
    };
    const description = 'Ask the tables of the directory with SQL in your browser, and share the query by its address.';
    const frame = { title: 'SQL', description, network: null, path: '/data/sql', scripts: ['sql.js'] };
    sendPage(ctx, { template: 'sql', frame, view }, deps);
  };
}
