/** Commands that edit: they end at sources that build, or write nothing. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { it } from 'node:test';
import { lines, providers } from '../../support/problem-cases.ts';
import { runPipeline } from '../../support/run-pipeline.ts';
import { writeTree } from '../../support/source-tree.ts';
import { afterAll, makeTemporaryFolder } from '../../support/temporary-folder.ts';

const cleanUp = afterAll();
const apis = 'references/offers/apis.csv';
const header =
  'slug,provider,planType,historicalData,apiType,technology,accessPrice,trial,starred,actionButtons';
const links = '"[""[Docs](https://acme.dev/docs)""]"';
const tree = {
  ...providers,
  [apis]: lines(header, `acme-api,Acme,Free,Archive,RPC,EVM JSON-RPC,$0,FALSE,FALSE,${links}`),
  'references/offers/services.csv': lines(
    'slug,provider,price,starred,actionButtons',
    `acme-help,Acme,$9/mo,FALSE,${links}`,
  ),
  'listings/specific-networks/ethereum/services.csv': lines(
    'slug,offer',
    'acme-help,!offer:acme-help',
  ),
};

it('move names the cells that the other category needs, and takes them', async () => {
  const folder = await makeTemporaryFolder(cleanUp);
  await writeTree(folder, tree);
  const move = (...words: readonly string[]) =>
    runPipeline(['move', '--sources', folder, '--offer', 'acme-help', '--to', 'apis', ...words]);
  const refused = await move();
  assert.equal(refused.code, 1, refused.stderr);
  const [, needed = ''] =
    /^apis needs cells: name them with VALUES="(.*)"$/m.exec(refused.stdout) ?? [];
  assert.match(needed, /\btrial=\.\.\./);
  assert.match(refused.stdout, /\nnothing was written\n$/);
  assert.equal(await readFile(path.join(folder, apis), 'utf8'), tree[apis]);
  const cells = {
    planType: 'Free',
    historicalData: 'Archive',
    apiType: 'RPC',
    technology: 'EVM JSON-RPC',
    trial: 'FALSE',
  };
  const values = Object.entries(cells).map(([column, text]) => `${column}=${text}`);
  const moved = await move('--values', values.join(','));
  assert.deepEqual([moved.code, moved.stderr], [0, '']);
  const written = await readFile(path.join(folder, apis), 'utf8');
  assert.match(written, /^acme-help,Acme,Free,Archive,RPC,EVM JSON-RPC,\$9\/mo,FALSE,FALSE,/m);
});
