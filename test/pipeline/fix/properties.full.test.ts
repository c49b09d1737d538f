/** What holds of a fix for any sources: the same rows, no new error, and nothing left to mend. */
import assert from 'node:assert/strict';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { planFixes, writeFix } from '../../../pipeline/fix/fix-sources.ts';
import { runs } from '../../support/lane.ts';
import { realSources, smallProject } from '../../support/paths.ts';
import { readSmallTree, writeTree } from '../../support/source-tree.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';
import { readMeaning, wholeProject } from './meaning.ts';
import { makeMessy, makeRandom } from './messy-tables.ts';

async function fixAll(sources: string, project: string) {
  const plan = await planFixes({ sources, project, base: null });
  for (const fix of plan.fixes) await writeFix(fix);
  return plan;
}

/** A list that rows are not filtered by, so that its order and its repetitions count. */
const args = ',,,,,array,string,true,"[""apis"",""wallets""]",,false\n';

async function readTree(): Promise<Record<string, string>> {
  const tree = await readSmallTree();
  tree['meta/columns.csv'] += `args,Arguments,,Arguments in order${args.slice(1)}`;
  for (const [file, text] of Object.entries(tree)) {
    if (!/apis|wallets/.test(file)) continue;
    const lines = text.replace('\nwith', ' with').trimEnd().split('\n');
    tree[file] = lines.map((line, index) => `${line},${index === 0 ? 'args' : '"[""run"",""x"",""run""]"'}\n`).join('');
  }
  return tree;
}

describe('make fix', () => {
  it('keeps what any messy sources say, adds no error, and leaves itself nothing to do', async (t) => {
    const folder = await makeTemporaryFolder(t);
    const tree = await readTree();
    const seen: Record<string, number> = {};
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.integer(), async (seed) => {
        const random = makeRandom(seed);
        const sources = path.join(folder, String(run++));
        const messy = Object.entries(tree).map(([file, text]) => [
          file,
          makeMessy(text, random, !file.startsWith('meta/') || random() < 0.1),
        ]);
        await writeTree(sources, Object.fromEntries(messy));
        const before = await readMeaning(sources);
        const { fixes } = await fixAll(sources, smallProject);
        for (const kind of fixes.flatMap(({ counts }) => Object.keys(counts))) seen[kind] = (seen[kind] ?? 0) + 1;
        assert.deepEqual(await readMeaning(sources), before);
        assert.deepEqual((await fixAll(sources, smallProject)).fixes, []);
        await rm(sources, { recursive: true });
      }),
      { numRuns: runs(30, 15), endOnFailure: true },
    );
    assert.equal(Object.keys(seen).length, 4, `every kind of mend was tried: ${JSON.stringify(seen)}`);
  });

  it('keeps what the corpus says', async (t) => {
    const sources = path.join(await makeTemporaryFolder(t), 'sources');
    await cp(realSources, sources, { recursive: true });
    const before = await readMeaning(sources, wholeProject);
    const { fixes, unreadable } = await fixAll(sources, wholeProject);
    assert.deepEqual(unreadable, []);
    assert.ok(fixes.length > 0);
    assert.deepEqual(await readMeaning(sources, wholeProject), before);
    assert.deepEqual((await fixAll(sources, wholeProject)).fixes, []);
  });

  it('removes whitespace, and leaves spellings alone that no rule reports', async (t) => {
    const sources = path.join(await makeTemporaryFolder(t), 'sources');
    const tree = await readSmallTree();
    await writeTree(sources, tree);
    const file = path.join(sources, 'references/offers/apis.csv');
    const good = await readFile(file, 'utf8');
    await writeFile(
      file,
      `\ufeff${good.replace('TRUE', 'True').replace('"",""', '"", ""').replace('Acme,', 'Acme ,')}`,
    );
    await fixAll(sources, smallProject);
    assert.equal(await readFile(file, 'utf8'), `\ufeff${good.replace('TRUE', 'True').replace('"",""', '"", ""')}`);
  });
});
