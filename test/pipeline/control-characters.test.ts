/** No output of a command has a control character but the line feed, whatever names and cells there are. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { rename } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { describeBug } from '../../common/visible.ts';
import { smallSources } from '../support/paths.ts';
import { runPipeline } from '../support/run-pipeline.ts';
import { readSmallTree, writeTree } from '../support/source-tree.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';

/** Sets the title of a terminal and erases the line; C0, DEL and C1. */
const evil = '\x1b]0;title\x07\x1b[2K\x7f\u009b2J';

describe('output of commands', () => {
  it('shows control characters of file names, headers, names and cells', async (t) => {
    const folder = await makeTemporaryFolder(t);
    const sources = path.join(folder, 'sources');
    const tree = Object.entries(await readSmallTree()).map(([file, text]) => [
      file,
      text
        .replace(/,Acme,/g, `,Acme${evil},`)
        .replace(/,description/, `,description,x${evil}`)
        .replace(/coins/g, `co${evil}ins`),
    ]);
    await writeTree(sources, Object.fromEntries(tree));
    await writeTree(sources, { [`references/offers/wal${evil}lets.csv`]: `slug,a${evil}\n${evil},x\n` });
    await rename(
      path.join(sources, 'listings/specific-networks/cela'),
      path.join(sources, `listings/specific-networks/c${evil}ela`),
    );
    const file = path.join(folder, `rows${evil}.csv`);
    await writeTree(folder, { [path.basename(file)]: `slug,provider,offer,x${evil}\nacme-b,No${evil}body,B,c\n` });
    for (const words of [
      ['init', '-q'],
      ['add', '.'],
      ['commit', '-qm', evil],
    ])
      execFileSync('git', ['-c', 'user.name=n', '-c', 'user.email=n@example.org', ...words], { cwd: sources });
    const from = [`--sources=${sources}`];
    const into = [...from, `--build=${path.join(folder, 'build')}`];
    for (const words of [
      ...['text', 'json', 'github', 'sarif'].map((format) => ['check', ...into, `--format=${format}`]),
      ...['text', 'json', 'markdown'].map((format) => [
        'diff',
        ...into,
        `--base=${smallSources}`,
        `--format=${format}`,
      ]),
      ['check', ...into, `--base=${smallSources}`, '--all'],
      ['build', ...into],
      ['fix', ...from, '--dry-run'],
      ['history', ...into],
      ['import', ...from, `--file=${file}`, '--category=wallets', '--dry-run'],
      ['list', ...from, '--offer=acme-wallet', `--networks=c${evil}ela`, '--dry-run'],
      ['rename', ...from, '--what=network', `--from=c${evil}ela`, '--to=d', '--dry-run'],
      ['rename', ...from, '--what=provider', `--from=Acme${evil}`, '--to=Acme', '--dry-run'],
      ['set', ...from, '--category=wallets', `--column=${evil}`, '--value=x', '--where=slug=x', '--dry-run'],
      ['schemas', ...into, `--to=${path.join(folder, evil)}`],
      ['rollback', ...into.slice(1), `--to=${evil}`],
      ['import', ...from, `--file=${file}${evil}`, '--category=wallets'],
    ]) {
      const { code, stdout, stderr } = await runPipeline(words);
      assert.ok(code !== null && code <= 2, words.join(' '));
      assert.doesNotMatch(stdout + stderr, /[^\P{Cc}\n]/u, words.slice(0, 1).join());
      if (/json|sarif/.test(words.at(-1) ?? '')) assert.doesNotThrow(() => JSON.parse(stdout));
    }
  });

  it('says of an unexpected error what it is, and with DEBUG=1 where', (t) => {
    const { DEBUG } = process.env;
    t.after(() => (DEBUG === undefined ? delete process.env.DEBUG : (process.env.DEBUG = DEBUG)));
    const error = new TypeError('x is odd\nline 2');
    process.env.DEBUG = '';
    assert.equal(describeBug(error), 'the program failed: x is odd; set DEBUG=1 to see where');
    process.env.DEBUG = '1';
    assert.match(describeBug(error), /^TypeError: x is odd\nline 2\n {4}at /);
  });
});
