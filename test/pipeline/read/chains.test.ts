/** chains.csv: what a line says of a chain, and what is told of one that no network has. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkSources } from '../../../pipeline/check-sources.ts';
import { checkTree, describeProblems } from '../../support/check-tree.ts';
import { smallTree, type Tree, writeTree } from '../../support/source-tree.ts';
import { afterAll, makeTemporaryFolder } from '../../support/temporary-folder.ts';

const networks = `key,name,icon,docs,chains,caip2
aria,Aria,,https://docs.aria.example/,"[""mainnet"",""testnet""]",eip155:8453
bora,Bora,,https://docs.bora.example/,,
`;
const header =
  'network,chain,name,caip2,aliases,testnet,currency,symbol,decimals,explorer,status\n';

describe('chains.csv', () => {
  const cleanUp = afterAll();
  const check = async (lines: string, changes: Tree = {}) => {
    const tree = { ...smallTree, 'meta/networks.csv': networks, ...changes };
    const { sources, problems } = await checkTree(cleanUp, {
      ...tree,
      'meta/chains.csv': `${header}${lines}`,
    });
    const told = describeProblems(problems).filter((text) => text.includes('chains.csv:'));
    return { chains: sources.meta.chains, told };
  };

  it('says what a chain is', async () => {
    const line =
      'aria,testnet,Aria Fuji,eip155:43113,"[""fuji""]",TRUE,Aria,tARI,18,https://scan.aria.example,';
    const { chains, told } = await check(`${line}\nbora,mainnet,Bora,,,FALSE,,,,,\n`);
    assert.deepEqual(told, []);
    assert.deepEqual(chains, [
      {
        network: 'aria',
        chain: 'testnet',
        name: 'Aria Fuji',
        caip2: 'eip155:43113',
        aliases: ['fuji'],
        testnet: true,
        currency: 'Aria',
        symbol: 'tARI',
        decimals: 18,
        explorer: 'https://scan.aria.example',
        status: null,
      },
      {
        network: 'bora',
        chain: 'mainnet',
        name: 'Bora',
        caip2: null,
        aliases: [],
        testnet: false,
        currency: null,
        symbol: null,
        decimals: null,
        explorer: null,
        status: null,
      },
    ]);
  });

  it('is not used any more, and needs no line of networks.csv', async () => {
    const { chains, told } = await check(
      `aria,goerli,Aria Goerli,eip155:84531,,TRUE,,,,,deprecated
aria,testnet,Aria Fuji,,,TRUE,,,,,retired
`,
    );
    assert.deepEqual(told, [
      'error meta/chains.csv:3 status: "retired" is not a value of this column; one of deprecated, or blank [bad-definition]',
    ]);
    assert.deepEqual(
      chains.map(({ chain, status }) => [chain, status]),
      [['goerli', 'deprecated']],
    );
  });

  it('is told with the line, the column and what was meant', async () => {
    const { chains, told } = await check(
      `arai,mainnet,Aria,,,FALSE,,,,,
aria,testnte,Aria,,,TRUE,,,,,
aria,mainnet,Aria,eip155:8454,,FALSE,,,,,
aria,testnet,Aria,evm:84532,,TRUE,,,-1,,
bora,one,Bora,eip155:84532,,FALSE,,,,,
bora,two,Bora,eip155:84532,,FALSE,,,,,
bora,three,Bora,evm:5,,FALSE,,,,,
`,
    );
    assert.deepEqual(told, [
      'error meta/chains.csv:2 network: no network "arai" in meta/networks.csv; did you mean "aria"? [bad-definition]',
      'error meta/chains.csv:3 chain: the network "aria" has no chain "testnte" in meta/networks.csv; did you mean "testnet"? [bad-definition]',
      'error meta/chains.csv:4 caip2: meta/networks.csv has another identifier of the main chain: "eip155:8453"; correct one of them [bad-definition]',
      'error meta/chains.csv:5 decimals: "-1" is less than 0 [bad-definition]',
      'error meta/chains.csv:7 caip2: "eip155:84532" stands for both chains "bora one" and "bora two"; correct one of them [duplicate-key] also meta/chains.csv:6',
      'error meta/chains.csv:8 caip2: "evm:5" names no chain: the namespace "evm" is unknown; write "eip155:5" [bad-definition]',
    ]);
    assert.deepEqual(
      chains.map(({ chain, caip2 }) => [chain, caip2]),
      [
        ['mainnet', null],
        ['one', 'eip155:84532'],
        ['two', null],
        ['three', null],
      ],
    );
  });

  it('belongs to the networks of the same folder', async () => {
    const project = await makeTemporaryFolder(cleanUp);
    const chains = `${header}aria,mainnet,Aria,,,FALSE,,,,,\n`;
    const defaults = Object.entries({ ...smallTree, 'meta/chains.csv': chains });
    await writeTree(
      project,
      Object.fromEntries(defaults.map(([file, text]) => [`sources/${file}`, text])),
    );
    const chainsOf = async (tree: Tree) => {
      const sources = await makeTemporaryFolder(cleanUp);
      await writeTree(sources, tree);
      const checked = await checkSources({ sources, project });
      return checked.sources.meta.chains.length;
    };
    assert.equal(await chainsOf({ LICENSE: '' }), 1);
    assert.equal(await chainsOf({ 'meta/networks.csv': networks }), 0);
  });
});
