/** The worked example of docs/own-directory.md, followed step by step with the compiled command. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { compiled } from '../support/compiled.ts';
import { readDocument } from '../support/documents.ts';
import { projectFolder } from '../support/paths.ts';
import { readTree } from '../support/source-tree.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';

const run = promisify(execFile);

describe('the worked example of a directory of its own', () => {
  it('leads from init to the directory of the fixtures, without a problem', async (test) => {
    const folder = await makeTemporaryFolder(test);
    const document = await readDocument('docs/own-directory.md');
    const example = document.slice(document.indexOf('## Worked example'));
    const command = `"${process.execPath}" "${path.join(projectFolder, compiled('pipeline'))}"`;
    const printed: string[] = [];
    for (const [, file = '', kind, block = ''] of example.matchAll(
      /^(?:`(\S+)`:\n\n)?```(sh|csv)\n(.*?)^```$/gms,
    )) {
      if (kind === 'csv') {
        const target = path.join(folder, 'llm', file);
        await mkdir(path.dirname(target), { recursive: true });
        await writeFile(target, block);
        continue;
      }
      const words = block.replaceAll(/^web3-directory/gm, () => command);
      const { stdout } = await run('sh', ['-ec', words], { cwd: folder });
      printed.push(stdout);
    }
    assert.match(printed.at(-1) ?? '', /no problems/i);
    const written = Object.entries(readTree(path.join(folder, 'llm')));
    assert.deepEqual(
      Object.fromEntries(written.filter(([file]) => file.endsWith('.csv'))),
      readTree(path.join(projectFolder, 'test/fixtures/inference')),
    );
  });
});
