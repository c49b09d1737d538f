/** Commands that edit: they end at sources that build, or write nothing. */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { it } from 'node:test';
import { lines, providers } from '../../support/problem-cases.ts';
import { runPipeline } from '../../support/run-pipeline.ts';
import { writeTree } from '../../support/source-tree.ts';
import { afterAll, makeTemporaryFolder } from '../../support/temporary-folder.ts';

const cleanUp = afterAll();
const apis = 'references/offers/apis.csv';
const services = 'references/offers/services.csv';
const header =
  'slug,provider,planType,historicalData,apiType,technology,accessPrice,trial,starred,actionButtons';
const links = '"[""[Docs](https://acme.dev/docs)""]"';
const tree = {
  ...providers,
  [apis]: lines(header, `acme-api,Acme,Free,Archive,RPC,EVM JSON-RPC,$0,FALSE,FALSE,${links}`),
  [services]: lines(
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

it('import writes nothing that brings an error, and names the row of its file', async () => {
  const folder = await makeTemporaryFolder(cleanUp);
  await writeTree(folder, tree);
  const file = path.join(folder, 'rows.csv');
  const run = async (...rows: readonly string[]) => {
    await writeFile(file, lines('slug,Provider,Action Buttons,price', ...rows));
    const words = ['--file', file, '--category', 'services', '--ignore', ''];
    const { stdout, code } = await runPipeline(['import', '--sources', folder, ...words]);
    return { code, said: stdout.replaceAll(`${folder}/`, '').split('\n') };
  };
  const before = await readFile(path.join(folder, services), 'utf8');
  const link = '"[""[Docs](javascript:alert(1))""]"';
  const refused = await run('acme-new,Acme,,$19/mo', `acme-help,Acme,${link},$9/mo`);
  assert.equal(refused.code, 1, refused.said.join('\n'));
  assert.match(
    refused.said.join('\n'),
    /^rows\.csv:3 Action Buttons: .*\[bad-link\]\nnothing was written$/m,
  );
  assert.equal(await readFile(path.join(folder, services), 'utf8'), before);
  const asked = await run('acme-help,Acme,,$90/mo');
  assert.equal(asked.code, 0);
  assert.match(asked.said.join('\n'), /^rows\.csv:2 price: .*10 times.*\[number-slip\]$/m);
  assert.match(await readFile(path.join(folder, services), 'utf8'), /^acme-help,Acme,\$90\/mo,/m);
});

it('rename moves no network to a key that networks.csv of the project lacks', async () => {
  const folder = await makeTemporaryFolder(cleanUp);
  await writeTree(folder, tree);
  const rename = () =>
    runPipeline(['rename', '--sources', folder, '--what=network', '--from=ethereum', '--to=ether']);
  const refused = await rename();
  assert.equal(refused.code, 1);
  assert.match(refused.stdout, /no network "ether" .*\[unknown-network\]\nnothing was written\n$/);
  const networks = lines('key,name,icon,docs', 'ethereum,Ethereum,,https://ethereum.org');
  await writeTree(folder, { 'meta/networks.csv': networks });
  const renamed = await rename();
  assert.equal(renamed.code, 0, renamed.stdout);
  const listed = await readFile(
    path.join(folder, 'listings/specific-networks/ether/services.csv'),
    'utf8',
  );
  assert.match(listed, /^acme-help,/m);
});

it('rename and remove ask for no name with other digits', async () => {
  const folder = await makeTemporaryFolder(cleanUp);
  const plans = ['plan-2', 'plan-721'].map(
    (slug) => `${slug},Acme,Free,Archive,RPC,EVM JSON-RPC,$0,FALSE,FALSE,${links}`,
  );
  await writeTree(folder, { ...tree, [apis]: lines(header, ...plans) });
  const asked = [
    ['plan-3', '; use one of plan-2, plan-721, acme-help'],
    ['plan-720', '; use one of plan-2, plan-721, acme-help'],
    ['plan-712', '; did you mean "plan-721"?'],
    ['paln-2', '; did you mean "plan-2"?'],
  ];
  for (const [name, meant] of asked) {
    const commands = [
      ['rename', '--sources', folder, '--what=offer', `--from=${name}`, '--to=other'],
      ['remove', '--sources', folder, `--offer=${name}`],
    ];
    for (const words of commands) {
      const { code, stderr } = await runPipeline(words);
      assert.deepEqual([code, stderr], [2, `no offer "${name}"${meant}\n`], words[0]);
    }
  }
});
