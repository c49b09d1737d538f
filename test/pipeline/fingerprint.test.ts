import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { fingerprintOf, hashProgram, sourceRevision } from '../../pipeline/fingerprint.ts';
import type { Logo } from '../../pipeline/sources.ts';
import { png } from '../support/images.ts';
import { writeTree } from '../support/source-tree.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';

function logosOf(logo: Logo): ReadonlyMap<string, Logo> {
  return new Map([['a.png', logo]]);
}

describe('fingerprint', () => {
  it('changes with a file, its name, a network, a logo, and the code that reads them; with nothing else', async (t) => {
    const project = await makeTemporaryFolder(t);
    await writeTree(project, {
      'common/a.ts': '0',
      'model/a.ts': '1',
      'pipeline/read/b.ts': '2',
      'service/c.ts': '3',
      'README.md': '4',
      'package.json': '5',
    });
    const sources = {
      files: [{ path: 'a.csv', bytes: Buffer.from('x') }],
      networks: ['aria'],
      logos: logosOf({ fault: null, bytes: png }),
      periods: [
        {
          line: 2,
          value: {
            category: 'apis',
            slug: 'a',
            column: 'accessPrice',
            cell: '$9/mo',
            from: '2027-01-01',
            until: null,
          },
        },
      ],
    };
    const day = '2026-11-29';
    const first = fingerprintOf(sources, hashProgram(project), { day });
    assert.match(first, /^[0-9a-f]{64}$/);
    // Another day on which no price begins or ends gives the same rows.
    assert.equal(fingerprintOf(sources, hashProgram(project), { day: '2026-12-31' }), first);
    await writeTree(project, { 'service/c.ts': 'changed', 'README.md': 'changed' });
    assert.equal(fingerprintOf(sources, hashProgram(project), { day }), first);
    const others = [
      fingerprintOf(
        { ...sources, files: [{ path: 'a.csv', bytes: Buffer.from('y') }] },
        hashProgram(project),
        { day },
      ),
      fingerprintOf(
        { ...sources, files: [{ path: 'b.csv', bytes: Buffer.from('x') }] },
        hashProgram(project),
        { day },
      ),
      fingerprintOf(sources, hashProgram(project), { day: '2027-01-01' }),
      fingerprintOf({ ...sources, networks: ['aria', 'bora'] }, hashProgram(project), { day }),
      fingerprintOf(sources, hashProgram(project), {
        day,
        readings: ['probes/2026-01-01-0001.parquet'],
      }),
      fingerprintOf(
        { ...sources, logos: logosOf({ fault: null, bytes: png.subarray(1) }) },
        hashProgram(project),
        { day },
      ),
      fingerprintOf(
        { ...sources, logos: logosOf({ fault: 'kind', is: null }) },
        hashProgram(project),
        { day },
      ),
      fingerprintOf({ ...sources, logos: logosOf({ fault: 'size' }) }, hashProgram(project), {
        day,
      }),
    ];
    await writeTree(project, { 'pipeline/read/b.ts': 'changed' });
    others.push(fingerprintOf(sources, hashProgram(project), { day }));
    await writeTree(project, { 'pipeline/read/b.ts': '2', 'model/new.ts': '' });
    others.push(fingerprintOf(sources, hashProgram(project), { day }));
    await rm(path.join(project, 'model/new.ts'));
    await writeTree(project, { 'package.json': 'other versions' });
    others.push(fingerprintOf(sources, hashProgram(project), { day }));
    assert.equal(new Set([first, ...others]).size, 1 + others.length);
  });
});

describe('sourceRevision', () => {
  it('is null without git', async (t) => {
    assert.equal(await sourceRevision(await makeTemporaryFolder(t)), null);
  });

  it('is the last commit that touched the folder, null while something in it is not committed', async (t) => {
    const folder = await makeTemporaryFolder(t);
    const git = (...words: string[]) =>
      execFileSync('git', ['-C', folder, ...words], { encoding: 'utf8' }).trim();
    const commit = () =>
      git('-c', 'user.name=T', '-c', 'user.email=t@t', 'commit', '-q', '-m', 'x');
    const sources = path.join(folder, 'sources');
    git('init', '-q');
    await writeTree(folder, { 'sources/a.csv': 'a\n' });
    assert.equal(await sourceRevision(sources), null);
    git('add', '.');
    commit();
    const first = git('rev-parse', 'HEAD');
    assert.equal(await sourceRevision(sources), first);
    await writeTree(folder, { 'README.md': 'beside\n' });
    git('add', '.');
    commit();
    assert.equal(await sourceRevision(sources), first);
    await writeTree(folder, { 'sources/listings/b.csv': 'new\n' });
    assert.equal(await sourceRevision(sources), null, 'a new file');
    await rm(path.join(sources, 'listings'), { recursive: true });
    assert.equal(await sourceRevision(sources), first);
    await writeTree(folder, { 'sources/a.csv': 'b\n' });
    assert.equal(await sourceRevision(sources), null);
  });
});
