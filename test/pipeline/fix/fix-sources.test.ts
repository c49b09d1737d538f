/** A fix on the disk, and on the command line. */
import assert from 'node:assert/strict';
import { chmod, lstat, readFile, rename, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { runPipeline } from '../../support/run-pipeline.ts';
import { listFiles } from '../../support/snapshots.ts';
import { smallTree, writeTree } from '../../support/source-tree.ts';
import { type CleanUp, makeTemporaryFolder } from '../../support/temporary-folder.ts';

const offers = 'references/offers/apis.csv';
const listings = 'listings/specific-networks/aria/apis.csv';

/**
 * The small sources with whitespace around a cell, a repeated item, and one listing out of order.
 */
async function prepare(cleanUp: CleanUp) {
  const sources = path.join(await makeTemporaryFolder(cleanUp), 'sources');
  const tree = smallTree;
  const [header, first, ...rest] = (tree[listings] ?? '').trimEnd().split('\n');
  const changed = {
    [offers]: (tree[offers] ?? '')
      .replace('TRUE', ' TRUE')
      .replace('""archive"",', '""archive"",""archive"",'),
    [listings]: `${[header, ...rest, first].join('\r\n')}\r\n`,
  };
  await writeTree(sources, { ...tree, ...changed });
  return {
    sources,
    tree,
    changed,
    read: (file: string) => readFile(path.join(sources, file), 'utf8'),
  };
}

const fixed = `${listings}: 1 line moved to its place by slug
${offers}: 1 cell trimmed, 1 repeated item removed
`;
const total =
  '2 files: 1 cell trimmed, 1 repeated item removed, 1 line moved to its place by slug\n';

describe('make fix', () => {
  it('says what it counts, file by file, then that nothing is left', async (t) => {
    const { sources, tree, read } = await prepare(t);
    const first = await runPipeline(['fix', '--sources', sources]);
    assert.deepEqual(first, { code: 0, stdout: `${fixed}\nfixed ${total}`, stderr: '' });
    assert.equal(await read(offers), tree[offers]);
    assert.equal(await read(listings), tree[listings]?.replaceAll('\n', '\r\n'));
    const again = await runPipeline(['fix', '--sources', sources]);
    assert.deepEqual(again, { code: 0, stdout: 'nothing to fix\n', stderr: '' });
  });

  it('shows the changed cells in a dry run, and writes nothing', async (t) => {
    const { sources, changed, read } = await prepare(t);
    const { code, stdout } = await runPipeline(['fix', '--sources', sources, '--dry-run']);
    const told = stdout.split('\n').filter((line) => !/^[~>+-] /.test(line));
    assert.deepEqual({ code, told }, { code: 0, told: `${fixed}\nwould fix ${total}`.split('\n') });
    assert.match(stdout, /^~ acme-free trial: " TRUE" -> "TRUE"\n/m);
    assert.equal(await read(offers), changed[offers]);
    assert.equal(await read(listings), changed[listings]);
  });

  it('does not touch a file in which there is nothing to fix, and leaves no other file behind', async (t) => {
    const { sources } = await prepare(t);
    const file = path.join(sources, 'references/offers/wallets.csv');
    const before = [await stat(file), await listFiles(sources)] as const;
    await runPipeline(['fix', '--sources', sources]);
    const { ino, mtimeMs } = await stat(file);
    assert.deepEqual({ ino, mtimeMs }, { ino: before[0].ino, mtimeMs: before[0].mtimeMs });
    assert.deepEqual(await listFiles(sources), before[1]);
  });

  it('leaves a file alone that is not CSV, says so with its place, counts the others, and ends with 1', async (t) => {
    const { sources, read } = await prepare(t);
    const wallets = 'references/offers/wallets.csv';
    const providers = 'references/providers/providers.csv';
    const broken = {
      [wallets]: 'slug,offer\na, x \nb,"never closed\n',
      [providers]: 'slug,slug\n a , b \n',
    };
    await writeTree(sources, broken);
    await writeFile(
      path.join(sources, 'listings/all-networks/apis.csv'),
      Buffer.from('slug,tag\na,\xe9\n', 'latin1'),
    );
    const { code, stdout } = await runPipeline(['fix', '--sources', sources]);
    assert.equal(code, 1);
    assert.deepEqual(stdout.split('\n').slice(3), [
      `fixed ${total.trimEnd()}`,
      'skipped: listings/all-networks/apis.csv:2: the file is not UTF-8 text: byte 12 is not part of a character; save the file with the encoding UTF-8 (in Excel: the file type "CSV UTF-8") [not-utf8]',
      `skipped: ${wallets}:3 offer: a quote opens the cell and no quote closes it; add a quote at the end of the cell; write a quote inside a cell twice ("") [unclosed-quote]`,
      `skipped: ${providers}:1: two columns have the header "slug"; remove one, or write the name of the column that its cells are of [repeated-header]`,
      '',
    ]);
    assert.equal(await read(wallets), broken[wallets]);
    assert.equal(await read(providers), broken[providers]);
  });

  it('writes only below the source folder: the meta/ that it borrows stays as it is', async (t) => {
    const { sources } = await prepare(t);
    const away = path.join(path.dirname(sources), 'meta');
    await rename(path.join(sources, 'meta'), away);
    const { stdout } = await runPipeline(['fix', '--sources', sources]);
    assert.doesNotMatch(stdout, /meta\//);
  });

  it('fixes only edited files with a base, and takes no snapshot', async (t) => {
    const { sources, tree, changed, read } = await prepare(t);
    const base = path.join(path.dirname(sources), 'base');
    await writeTree(base, { ...tree, [offers]: changed[offers] ?? '' });
    const { code, stdout } = await runPipeline(['fix', '--sources', sources, '--base', base]);
    assert.deepEqual(
      [code, stdout.split('\n')[0]],
      [0, `${listings}: 1 line moved to its place by slug`],
    );
    assert.equal(await read(offers), changed[offers]);
    const refused = await runPipeline(['fix', '--sources', sources, '--base', 'current']);
    assert.equal(refused.code, 2);
    assert.match(
      refused.stderr,
      /^a snapshot does not hold the source files: name a source folder or a git revision/,
    );
  });

  it('leaves lists of positions alone', async (t) => {
    const { sources } = await prepare(t);
    const text = 'slug,provider,offer,limitations\na,Acme,,"[""Custom"",""5"",""Custom""]"\n';
    await writeTree(sources, { [offers]: text });
    const columns = await readFile(path.join(sources, 'meta/columns.csv'), 'utf8');
    const definition =
      'limitations,Limits,,Limits,searchableMultiSelect,,,,array,string,true,,"[""apis""]",,false\n';
    await writeTree(sources, { 'meta/columns.csv': `${columns}${definition}` });
    const { stdout } = await runPipeline(['fix', '--sources', sources]);
    assert.doesNotMatch(stdout, /apis\.csv: .*repeated/);
    assert.equal(await readFile(path.join(sources, offers), 'utf8'), text);
  });

  it('keeps the mode of a file', async (t) => {
    const { sources, tree } = await prepare(t);
    const file = path.join(sources, offers);
    // More than a usual umask leaves.
    await chmod(file, 0o666);
    await runPipeline(['fix', '--sources', sources]);
    assert.equal(await readFile(file, 'utf8'), tree[offers]);
    assert.equal((await stat(file)).mode & 0o777, 0o666);
  });

  it('leaves a file outside the source folder as it is, though a symbolic link leads there', async (t) => {
    const { sources, changed } = await prepare(t);
    const file = path.join(sources, offers);
    const elsewhere = path.join(path.dirname(sources), 'elsewhere.csv');
    await rename(file, elsewhere);
    await symlink(elsewhere, file);
    await runPipeline(['fix', '--sources', sources]);
    assert.ok((await lstat(file)).isSymbolicLink());
    assert.equal(await readFile(elsewhere, 'utf8'), changed[offers]);
  });
});
