/** GET /data/sql: an editor of SQL over the tables of the snapshot, which the browser answers. */
import path from 'node:path';
import { type Assets, lacksEngine } from '../files/assets.ts';
import { type Handler, snapshotOf } from '../http/context.ts';
import { inData } from './data.ts';
import { page } from './shared/definition.ts';
import { type PageDeps, sendPage } from './shared/page.ts';
import { questionsFor, type SqlQuestion } from './sql-questions.ts';

interface SqlPageDeps extends PageDeps {
  readonly questions: readonly SqlQuestion[];
  readonly assets: PageDeps['assets'] & Pick<Assets, 'lack'>;
}

/** DuckDB runs in the browser and reads the files by ranges. */
function sqlPage(deps: SqlPageDeps): Handler {
  const { urls, assets } = deps;
  return (ctx) => {
    const snapshot = snapshotOf(ctx);
    if (assets.lack !== null) throw lacksEngine(assets.lack);
    const { manifest } = snapshot;
    const questions = questionsFor(deps.questions, snapshot);
    const asset = (name: string) =>
      urls.shared(null, `/assets/${name}`, { v: assets.version(name, snapshot) });
    const files = manifest.files
      .map((file) => file.path)
      .filter((file) => /^(?:rows\/)?\w+\.parquet$/.test(file));
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
      questions: questions.map(({ title, sql }) => ({
        title,
        sql,
        href: `#${encodeURIComponent(sql)}`,
      })),
      data,
    };
    const description =
      'Ask the tables of the directory with SQL in your browser, and share the query by its address.';
    const frame = {
      title: 'SQL',
      description,
      network: null,
      path: '/data/sql',
      scripts: ['sql.js'],
    };
    sendPage(ctx, { template: 'sql', frame, view }, deps);
  };
}

export const sql = page({
  name: 'sql',
  path: '/data/sql',
  on: 'site',
  parameters: [],
  handler: sqlPage,
  sitemap: 'build',
  navigation: inData,
  operation: { omitted: 'it answers in the browser only' },
  example: '/data/sql',
});
