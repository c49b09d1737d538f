/** `make preview`: shows the edited rows as pages will show them, beside their problems, and follows every save. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Checked, checkSources } from '../pipeline/check-sources.ts';
import { fail, print, untilStopped } from '../pipeline/commands/flags.ts';
import { compareWithBase } from '../pipeline/diff-base/compare-problems.ts';
import { type BaseName, openBase } from '../pipeline/diff-base/open-base.ts';
import { baseOfSources } from '../pipeline/diff-base/read-base.ts';
import { PipelineError } from '../pipeline/errors.ts';
import { FolderWatcher } from '../pipeline/watch/folder-watcher.ts';
import { Assets } from '../service/files/assets.ts';
import { previewEdits } from './edited-rows.ts';
import { PreviewPage } from './page.ts';
import { PreviewServer } from './server.ts';

/** This file is one level below the project's folder, and so is dist/. */
const project = path.resolve(import.meta.dirname, '..');

interface Options {
  readonly sources: string;
  readonly base: string;
  readonly port: number;
}

async function main({ sources, base, port }: Options): Promise<void> {
  const check = (folder: string) => checkSources({ sources: folder, project, progress: () => undefined });
  const read = async (folder: string, name: BaseName) => ({ name, checked: await check(folder) });
  const before = await openBase({ sources, build: '', base }, { snapshot: null, sources: read });
  const page = await PreviewPage.read(project);
  const server = new PreviewServer(await readFiles());
  const address = await server.listen(port);
  const watcher = new FolderWatcher([sources]);
  const signal = untilStopped();
  await watcher.start();
  server.show(await render());
  print(`preview of ${sources} on ${address}; press Ctrl+C to stop`);
  while (!signal.aborted) if (await watcher.nextChange(signal)) server.show(await render());
  server.close();
  await watcher.close();

  async function render(): Promise<string> {
    try {
      return page.render(preview(await check(sources)), `${before.name.kind} ${base}`);
    } catch (error) {
      if (!(error instanceof PipelineError)) throw error;
      return page.renderFailure(error.message);
    }
  }

  function preview(now: Checked) {
    const { current, appeared } = compareWithBase(baseOfSources(before.name, before.checked), now, true);
    return previewEdits(before.checked, now, { found: current, appeared });
  }
}

async function readFiles() {
  const style = (await Assets.read(path.join(project, 'templates'))).get('style.css', null)?.body ?? '';
  const own = (name: string) => readFile(path.join(project, 'preview', name));
  return new Map([
    ['/style.css', { type: 'text/css; charset=utf-8', body: style }],
    ['/preview.css', { type: 'text/css; charset=utf-8', body: await own('preview.css') }],
    ['/preview.js', { type: 'text/javascript; charset=utf-8', body: await own('preview.js') }],
  ]);
}

function readOptions([sources = 'sources', base = 'HEAD', port = '8081']: readonly string[]): Options {
  if (!/^\d{1,5}$/.test(port)) throw new PipelineError('usage', `PORT="${port}" is not a port`);
  return { sources: path.resolve(sources), base, port: Number(port) };
}

try {
  await main(readOptions(process.argv.slice(2)));
} catch (error) {
  process.exitCode = fail(error);
}
