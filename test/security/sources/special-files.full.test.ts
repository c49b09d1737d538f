/**
 * Only regular files inside the source folder are read and written; links that leave it and devices
 * are problems.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { compiled } from '../../support/compiled.ts';
import { png } from '../../support/images.ts';
import { projectFolder } from '../../support/paths.ts';
import {
  runProcess as pipeline,
  type ReportedProblem,
  reportOf,
  start,
  startPipeline,
} from '../../support/run-pipeline.ts';
import { makeTree, places, smallTree } from '../../support/source-tree.ts';
import { afterAll } from '../../support/temporary-folder.ts';
import { providerWithLogo, withProviders } from './trees.ts';

/** Something that is no regular file: where it leads, or which kind of file it is. */
type Special = { readonly link: string } | { readonly kind: 'fifo' | 'socket' };

async function makeSpecial(file: string, special: Special): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  if ('link' in special) await symlink(special.link, file);
  else if (special.kind === 'fifo') execFileSync('mkfifo', [file]);
  else makeSocket(file);
}

/** A socket file stays if its process is killed before it can close it. */
function makeSocket(file: string): void {
  const script = `require('node:net').createServer().listen(${JSON.stringify(file)}, () => process.kill(process.pid, 'SIGKILL'))`;
  spawnSync(process.execPath, ['-e', script]);
}

const secretText = 'TOKEN=s3cr3t-of-the-runner\n';
const secretSvg = '<svg xmlns="http://www.w3.org/2000/svg"><!-- s3cr3t-of-the-runner --></svg>';

const networks = 'listings/specific-networks';
const { images } = places;
const [fifo, socket] = [{ kind: 'fifo' }, { kind: 'socket' }] as const;

type SpecialCase = readonly [name: string, file: string, special: Special | 'folder'];

/** Each group is one tree. A folder `outside` stands beside the source folder. */
const groups: Readonly<Record<string, readonly SpecialCase[]>> = {
  tables: [
    [
      'a link to a file outside',
      `${networks}/aria/wallets.csv`,
      { link: '../../../../outside/secret' },
    ],
    [
      'a link to an absolute path',
      `${networks}/aria/explorers.csv`,
      { link: '/proc/self/environ' },
    ],
    ['a link to a device', `${networks}/bora/apis.csv`, { link: '/dev/zero' }],
    ['a FIFO', `${networks}/bora/wallets.csv`, fifo],
    ['a socket', `${networks}/cela/apis.csv`, socket],
    ['a folder', `${networks}/cela/explorers.csv`, 'folder'],
    ['a link to nothing', `${networks}/echo/apis.csv`, { link: 'nothing.csv' }],
    ['a link to itself', `${networks}/echo/wallets.csv`, { link: 'wallets.csv' }],
    ['providers that link outside', places.providers, { link: '../../../outside/secret' }],
  ],
  definitions: [
    ['networks that link outside', places.networks, { link: '../../outside/secret' }],
    ['columns that are a FIFO', places.columns, fifo],
    ['providers that are a FIFO', places.providers, fifo],
  ],
  'folders and logos': [
    ['a network that links outside', `${networks}/cela`, { link: '../../../outside/network' }],
    ['listings that link outside', 'listings/all-networks', { link: '../../outside/network' }],
    ['offers that link outside', 'references/offers', { link: '../../outside/network' }],
    ['a logo that links outside', `${images}a.svg`, { link: '../../../../outside/secret.svg' }],
    ['a logo that links to a device', `${images}b.svg`, { link: '/dev/zero' }],
    ['a logo that is a FIFO', `${images}c.svg`, fifo],
    ['a logo that is a socket', `${images}d.svg`, socket],
  ],
};

const logos = ['a', 'b', 'c', 'd'].map((name) => providerWithLogo(`mark-${name}`, `${name}.svg`));

for (const [group, cases] of Object.entries(groups)) {
  describe(`special files among ${group}`, () => {
    const cleanUp = afterAll();
    let problems: readonly ReportedProblem[] = [];
    before(async () => {
      const sources = await makeTree(cleanUp, withProviders(...logos));
      await writeOutside(path.join(sources, '../outside'));
      for (const [, file, special] of cases) {
        const place = path.join(sources, file);
        await rm(place, { recursive: true, force: true });
        if (special === 'folder') await mkdir(place, { recursive: true });
        else await makeSpecial(place, special);
      }
      problems = await reportOf(sources, { SECRET: secretText });
    });
    for (const [name, file] of cases) {
      it(`${name} is a problem at its place`, () => {
        const found = problems.filter(
          (problem) => problem.severity === 'error' && problem.file === file,
        );
        const rules = found.map(({ rule }) => rule);
        assert.deepEqual(rules, ['special-file']);
      });
    }
    it('and nothing of what they lead to is shown', () => {
      assert.doesNotMatch(JSON.stringify(problems), /s3cr3t/);
    });
  });
}

async function writeOutside(folder: string): Promise<void> {
  await mkdir(path.join(folder, 'network'), { recursive: true });
  await writeFile(path.join(folder, 'secret'), secretText);
  await writeFile(path.join(folder, 'secret.svg'), secretSvg);
  await writeFile(path.join(folder, 'network/apis.csv'), secretText);
  await writeFile(path.join(folder, 'network/wallets.csv'), secretText);
}

describe('links that stay inside the source folder', () => {
  it('are read like the file that they lead to', async (t) => {
    const sources = await makeTree(t, {
      ...withProviders(providerWithLogo('mark', 'link.png')),
      [`${places.images}mark.png`]: png,
    });
    await makeSpecial(path.join(sources, places.images, 'link.png'), { link: 'mark.png' });
    const problems = await reportOf(sources);
    const wrong = problems.filter(({ severity }) => severity === 'error');
    assert.deepEqual(wrong, []);
  });

  it('and a source folder that is itself a link are honest', async (t) => {
    const sources = await makeTree(t);
    const link = path.join(path.dirname(sources), 'link');
    await makeSpecial(link, { link: 'sources' });
    const problems = await reportOf(link);
    const others = problems.filter(({ severity }) => severity === 'error');
    assert.deepEqual(others, []);
  });
});

describe('what commands do with links', () => {
  it('fix writes to no file outside', async (t) => {
    const sources = await makeTree(t);
    const outside = path.join(sources, '../outside.csv');
    const text = `${smallTree[places.apiOffers]}`.replace('Acme,Acme Nodes', ' Acme ,Acme Nodes');
    await writeFile(outside, text);
    await rm(path.join(sources, places.apiOffers));
    await makeSpecial(path.join(sources, places.apiOffers), { link: '../../../outside.csv' });
    assert.equal((await pipeline(['fix', '--sources', sources])).code, 1);
    assert.equal(await readFile(outside, 'utf8'), text);
  });

  it('build publishes no file outside as a logo', async (t) => {
    const sources = await makeTree(t, withProviders(providerWithLogo('mark', 'mark.svg')));
    await writeOutside(path.join(sources, '../outside'));
    await makeSpecial(path.join(sources, places.images, 'mark.svg'), {
      link: '../../../../outside/secret.svg',
    });
    const build = path.join(sources, '../build');
    const { code } = await pipeline(['build', '--sources', sources, '--build', build]);
    assert.equal(code, 1);
    assert.equal(existsSync(path.join(build, 'current')), false);
  });

  it('annotations of a workflow hold no text of a file outside', async (t) => {
    const sources = await makeTree(t);
    await rm(path.join(sources, places.ariaApis));
    await makeSpecial(path.join(sources, places.ariaApis), { link: '/proc/self/environ' });
    const { stdout, stderr } = await pipeline(
      ['check', '--sources', sources, '--format', 'github'],
      {
        SECRET: secretText,
      },
    );
    assert.doesNotMatch(stdout + stderr, /s3cr3t/);
    assert.match(stdout, /special-file/);
  });

  it('a file that may not be read is no file to replace', async (t) => {
    const sources = await makeTree(t);
    await chmod(path.dirname(sources), 0o755);
    await chmod(path.join(sources, places.ariaApis), 0o000);
    await chmod(path.join(sources, 'references/offers'), 0o000);
    // Who is not root is refused by its own folder.
    const where = process.getuid?.() === 0 ? { uid: 65534 } : {};
    const program = path.join(projectFolder, compiled('pipeline'));
    const words = [program, 'check', '--sources', sources];
    const { stdout } = await start(process.execPath, words, process.env, where).ended;
    // The end of the test removes the folder.
    await chmod(path.join(sources, 'references/offers'), 0o755);
    const told = stdout.split('\n').filter((line) => line.includes('special-file]'));
    const advice = 'permission denied (EACCES); let the user who runs this read it [special-file]';
    assert.deepEqual(told, [
      `${places.ariaApis}: cannot be read: ${advice}`,
      `references/offers: cannot be listed: ${advice}`,
    ]);
  });

  it('watch reports them and goes on', { timeout: 180_000 }, async (t) => {
    const sources = await makeTree(t);
    await makeSpecial(path.join(sources, networks, 'loop'), { link: '..' });
    await makeSpecial(path.join(sources, networks, 'bora/apis.csv'), { kind: 'fifo' });
    const words = ['watch', '--sources', sources, '--build', path.join(sources, '../build')];
    const { child, ended } = startPipeline(words);
    let printed = '';
    child.stdout?.on('data', (text: string) => {
      printed += text;
      if (/special-file/.test(printed)) child.kill('SIGINT');
    });
    const { code, stdout } = await ended;
    assert.equal(code, 0, stdout);
    assert.match(stdout, /special-file/);
  });
});

describe('names of files', () => {
  it('that break lines, or are no text, are problems that break no line of a report', async (t) => {
    const sources = await makeTree(t, { [`${networks}/bora/a\n::error::x.csv`]: 'slug\n' });
    await writeFile(
      Buffer.concat([
        Buffer.from(`${sources}/${networks}/bora/`),
        Buffer.from([0xff, 0xfe]),
        Buffer.from('.csv'),
      ]),
      'slug\n',
    );
    const { stdout } = await pipeline(['check', '--sources', sources, '--format', 'github']);
    const left = stdout.split('\n').filter((line) => line.startsWith('::error::'));
    assert.deepEqual(left, []);
    assert.ok(
      stdout.split('\n').filter((line) => line.startsWith('::error file=')).length >= 2,
      stdout,
    );
  });
});
