/** One act of an editor is one problem that names it. The acts are those of the base and of the sources after it. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it } from 'node:test';
import { runPipeline } from '../../support/run-pipeline.ts';
import { readSmallTree, type Tree, writeTree } from '../../support/source-tree.ts';
import { type CleanUp, makeTemporaryFolder } from '../../support/temporary-folder.ts';

const offers = 'references/offers/wallets.csv';
const listings = 'listings/all-networks/wallets.csv';
const providers = 'references/providers/providers.csv';
const head = 'slug,provider,offer,custodial\n';
const listed = ['a', 'b', 'c'].map((slug) => `acme-${slug},,!offer:acme-wallet,\n`).join('');
const base = { [offers]: `${head}acme-wallet,Acme,Acme Wallet,TRUE\n`, [listings]: head + listed };

/** What a check prints of the edit: problems without their totals. */
async function findNew(cleanUp: CleanUp, edit: (tree: Record<string, string>) => Tree): Promise<string[]> {
  const folder = await makeTemporaryFolder(cleanUp);
  const tree = { ...(await readSmallTree()), ...base };
  await writeTree(path.join(folder, 'base'), tree);
  await writeTree(path.join(folder, 'now'), edit(tree));
  const words = ['check', '--sources', path.join(folder, 'now'), '--base', path.join(folder, 'base')];
  const { stdout } = await runPipeline(words);
  return stdout.split('\n').filter((line) => /\[[a-z-]+\]$/.test(line));
}

describe('a check with a base', () => {
  it('names a renamed offer once', async (t) => {
    const found = await findNew(t, (tree) => ({ ...tree, [offers]: `${head}acme-coins,Acme,Acme Wallet,TRUE\n` }));
    assert.deepEqual(found, [
      `${listings}:2 offer: the offer "acme-wallet" was renamed to "acme-coins" in ${offers}:2, and listings still use the old slug (3 times); run \`make rename WHAT=offer FROM=acme-wallet TO=acme-coins\` [offer-not-found]`,
    ]);
  });

  it('names a removed offer', async (t) => {
    const found = await findNew(t, (tree) => ({ ...tree, [offers]: head }));
    assert.deepEqual(found, [
      `${listings}:2 offer: the offer "acme-wallet" was removed from ${offers} (3 times); restore its line, or remove the listings that refer to it [offer-not-found]`,
    ]);
  });

  it('names a missing file once', async (t) => {
    const found = await findNew(t, (tree) =>
      Object.fromEntries(Object.entries(tree).filter(([file]) => file !== offers)),
    );
    assert.deepEqual(found, [`${offers}: the file is missing, and 3 listings need it; restore it [missing-file]`]);
  });

  it('names a renamed provider', async (t) => {
    const found = await findNew(t, (tree) => ({
      ...tree,
      [providers]: tree[providers]?.replace(',Acme,', ',Acme Inc,') ?? '',
    }));
    assert.equal(found.length, 1, found.join('\n'));
    assert.match(found[0] ?? '', /the provider "Acme" was renamed to "Acme Inc", .* FROM="Acme" TO="Acme Inc"`/);
  });

  it('finds nothing new in lines that were sorted', async (t) => {
    const found = await findNew(t, (tree) => ({
      ...tree,
      [listings]: `${head + listed.split('\n').toSorted().reverse().join('\n').trim()}\n`,
    }));
    assert.deepEqual(
      found.filter((line) => !line.endsWith('[slug-order]')),
      [],
    );
  });
});
