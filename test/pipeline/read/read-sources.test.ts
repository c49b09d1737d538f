import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it } from 'node:test';
import { checkSources } from '../../../pipeline/check-sources.ts';
import { PipelineError } from '../../../pipeline/errors.ts';
import { checkFolder, checkTree } from '../../support/check-tree.ts';
import { projectFolder } from '../../support/paths.ts';
import { itReports, lines, paths } from '../../support/problem-cases.ts';
import { writeTree } from '../../support/source-tree.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

const { providers } = paths;
const header =
  'slug,name,logoPath,description,website,docs,x,github,discord,telegram,linkedin,supportEmail,starred,tag';

describe('readSources', () => {
  it('cannot go on without a folder, and names the flag', async (t) => {
    const missing = path.join(await makeTemporaryFolder(t), 'nowhere');
    await assert.rejects(
      checkFolder(missing),
      new PipelineError(
        'sources-missing',
        `${missing} is not a folder; name the source folder with --sources <folder>, or SOURCES=<folder> of make`,
      ),
    );
  });

  it('reports an empty folder: it has no providers', async (t) => {
    const { problems } = await checkTree(t, {});
    assert.deepEqual(
      problems.map(({ severity, rule, file, line, message }) => ({ severity, rule, file, line, message })),
      [{ severity: 'error', rule: 'missing-file', file: providers, line: null, message: 'the file is missing' }],
    );
  });

  it('finds network folders without files, and only folders', async (t) => {
    const { sources } = await checkTree(t, {
      [providers]: `${header}\n`,
      'listings/specific-networks/bora': null,
      'listings/specific-networks/aria/notes.txt': '',
      'listings/specific-networks/README.md': '',
    });
    assert.deepEqual(sources.networks, ['aria', 'bora']);
  });
});

describe('logos of networks', () => {
  it('are those of the project for the networks of a folder that has none', async (t) => {
    const folder = await makeTemporaryFolder(t);
    const listed = { 'listings/specific-networks/ethereum': null, 'listings/specific-networks/nova': null };
    const check = async () => checkSources({ sources: folder, project: projectFolder, progress: () => undefined });
    await writeTree(folder, { [providers]: `${header}\n`, ...listed });
    assert.deepEqual([...(await check()).sources.logos.keys()], ['networks/ethereum.svg']);
    await writeTree(folder, { 'networks/images/nova.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>' });
    assert.deepEqual([...(await check()).sources.logos.keys()], ['networks/nova.svg']);
  });
});

describe('meta/networks.csv', () => {
  it('may stand alone: the rest of meta/ is that of the project', async (t) => {
    const { sources, problems } = await checkTree(t, {
      [providers]: `${header}\n`,
      'meta/networks.csv': lines('key,name,icon,docs,chains', 'nova,Nova,,https://docs.nova.io/,'),
    });
    assert.deepEqual(problems, []);
    assert.deepEqual([...sources.meta.networkLines], [['nova', 2]]);
    assert.ok(sources.meta.columns.length > 0 && !sources.hasOwnMeta);
  });
});

describe('providers.csv', () => {
  itReports(
    'wants a slug and a name on every line',
    { [providers]: lines(header, ',Acme,,,,,,,,,,,,', 'acme,,,,,,,,,,,,,') },
    [
      `error ${providers}:2 slug: is blank; fill in the cell [bad-definition]`,
      `error ${providers}:3 name: is blank; fill in the cell [bad-definition]`,
    ],
  );
  itReports(
    'knows a slug only once',
    { [providers]: lines(header, 'acme,Acme,,,,,,,,,,,,', 'acme,Other,,,,,,,,,,,,') },
    [
      `error ${providers}:3 slug: "acme" is on more than one line; remove one, or rename it [duplicate-key] also ${providers}:2`,
    ],
  );
  itReports(
    'reads its booleans and lists',
    { [providers]: lines(header, 'acme,Acme,,,,,,,,,,,maybe,', 'bora,Bora,,,,,,,,,,,,one') },
    [
      `error ${providers}:2 starred: "maybe" is neither TRUE nor FALSE; write TRUE or FALSE [not-a-boolean]`,
      `error ${providers}:3 tag: "one" is not a list: a list has brackets, and quotes around each item; write ["one"]; in a text editor the cell is quoted: "[""one""]" [not-a-list]`,
    ],
  );
  itReports(
    'names an unknown header and the one that was meant',
    { [providers]: lines(header.replace('website', 'webSite')) },
    [`error ${providers}:1 webSite: unknown column "webSite"; did you mean "website"? [unknown-column]`],
  );
  itReports(
    'is reported once when it cannot be read, not once for each listing',
    { [providers]: `${header}\nacme,"Acme\n`, [paths.wallets]: lines('slug,provider,custodial', 'w,Acme,TRUE') },
    [
      `error ${providers}:2 name: a quote opens the cell and no quote closes it; add a quote at the end of the cell; write a quote inside a cell twice ("") [unclosed-quote]`,
    ],
  );
});
