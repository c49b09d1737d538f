/** What `check` makes of source folders, apart from the problems of rules.txt. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it } from 'node:test';
import { checkSources } from '../../../pipeline/check-sources.ts';
import { limits } from '../../../pipeline/limits.ts';
import { checkTree, describeProblems } from '../../support/check-tree.ts';
import { itReports, lines, paths, providers } from '../../support/problem-cases.ts';
import { smallMeta, writeTree } from '../../support/source-tree.ts';
import { afterAll, makeTemporaryFolder } from '../../support/temporary-folder.ts';

const { apis } = paths;
const sets = 'meta/sets.csv';

describe('chains', () => {
  const header = 'slug,provider,chain';
  it('may be any where networks.csv gives none, also digits alone', async (t) => {
    const table = lines(header, 'a,Acme,1', 'b,Acme,x-2');
    const [bora, echo] = ['listings/specific-networks/bora/apis.csv', 'listings/specific-networks/echo/apis.csv'];
    const { problems, resolved } = await checkTree(t, { ...providers, [bora]: table, [echo]: table });
    const wrong = problems.filter(({ rule }) => rule.startsWith('chain'));
    assert.deepEqual(wrong, []);
    for (const { chains } of resolved.networks) assert.deepEqual(chains, ['1', 'x-2']);
  });
  it('are those of the listings in small letters, so that one chain is not two', async (t) => {
    const tree = { ...providers, [apis]: lines(header, 'a,Acme,Mainnet', 'b,Acme,mainnet', 'c,Acme,testnet') };
    assert.deepEqual((await checkTree(t, tree)).resolved.networks[0]?.chains, ['mainnet', 'testnet']);
  });
  const many = 'listings/specific-networks/bora/apis.csv';
  const records = Array.from({ length: limits.chainsPerNetwork + 2 }, (_, at) => `a${100 + at},Acme,chain-${at}`);
  itReports('are a problem from one too many on', { [many]: lines(header, ...records) }, [
    `error ${many}:${limits.chainsPerNetwork + 2} chain: the listings of "bora" name more than ${limits.chainsPerNetwork} chains; remove listings, or split the network [limit-exceeded]`,
  ]);
});

describe('quotations', () => {
  it('say nothing of an offer that cannot be read', async (t) => {
    const { problems } = await checkTree(t, {
      ...providers,
      'references/quotations.csv':
        'category,slug,column,address,words\napis,acme-pro,accessPrice,https://acme.dev/x,$49\n',
      [paths.offers]: 'slug,provider\n"acme-pro,Acme',
    });
    const others = describeProblems(problems).filter((line) => line.includes('quotations'));
    assert.deepEqual(others, []);
  });
});

describe('sets', () => {
  const cleanUp = afterAll();
  it('of the project are not asked for values that other sources lack', async () => {
    const folder = await makeTemporaryFolder(cleanUp);
    const listing = lines('slug,provider,chain,tag', 'acme-mainnet,Acme,mainnet,"[""fast""]"');
    const set = 'category,label,description,filters,sorting\napis,Old,,"[{""id"":""tag"",""value"":[""archive""]}]",\n';
    for (const [name, tree] of Object.entries({ project: smallMeta, own: {} })) {
      await writeTree(path.join(folder, name, 'sources'), { ...tree, ...providers, [apis]: listing });
    }
    await writeTree(path.join(folder, 'project/sources'), { [sets]: set });
    const check = async (name: string) => {
      const project = path.join(folder, 'project');
      const sources = path.join(folder, name, 'sources');
      const checked = await checkSources({ sources, project, progress: () => undefined });
      return [checked.sources.meta.sets.length, checked.problems.filter(({ file }) => file === sets).length];
    };
    assert.deepEqual(
      [await check('own'), await check('project')],
      [
        [1, 0],
        [1, 1],
      ],
    );
  });

  it('may be missing', async () => {
    const { [sets]: _, ...meta } = smallMeta;
    const { problems, sources } = await checkTree(cleanUp, { ...meta, ...providers });
    assert.deepEqual([sources.meta.sets, problems.filter(({ severity }) => severity === 'error')], [[], []]);
  });
});
