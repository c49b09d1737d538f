import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkTree } from '../../support/check-tree.ts';
import { itReports, lines, paths, providers } from '../../support/problem-cases.ts';

const { apis } = paths;
const header = 'slug,provider,chain';

describe('checkChains', () => {
  itReports(
    'names the chain of the network that was meant',
    { [apis]: lines(header, 'a,Acme,mainet', 'b,Acme,goerli') },
    [
      `error ${apis}:2 chain: the network "aria" has no chain "mainet" in meta/networks.csv; did you mean "mainnet"? Otherwise add "mainet" to the cell "chains" on line 2 of meta/networks.csv [chain-not-found]`,
      `error ${apis}:3 chain: the network "aria" has no chain "goerli" in meta/networks.csv; one of mainnet, testnet; or add "goerli" to the cell "chains" on line 2 of meta/networks.csv [chain-not-found]`,
    ],
  );
  itReports(
    'wants small letters',
    {
      [apis]: lines(header, 'a,Acme,Mainnet'),
      'listings/specific-networks/bora/apis.csv': lines(header, 'a,Acme,Main Net'),
    },
    [
      `error ${apis}:2 chain: "Mainnet" is not a valid chain: use lowercase letters, digits and hyphens; write "mainnet" [chain-format]`,
      `error listings/specific-networks/bora/apis.csv:2 chain: "Main Net" is not a valid chain: use lowercase letters, digits and hyphens; write "main-net" [chain-format]`,
    ],
  );
  itReports(
    'wants a chain on every row of a category that has them',
    { [apis]: lines(header, 'a,Acme,', 'b,Acme,!none') },
    [
      `error ${apis}:2 chain: is blank, but every row of "apis" needs it; fill in the cell [required-cell]`,
      `error ${apis}:3 chain: is blank, but every row of "apis" needs it; fill in the cell [required-cell]`,
    ],
  );
  itReports(
    'warns of a chain in a listing of all networks, which has no effect',
    { [paths.allApis]: lines(header, 'a,Acme,Main Net', 'b,Acme,') },
    [
      `warning ${paths.allApis}:2 chain: the chain is ignored: an all-networks listing is copied to every chain of every network; clear the cell, or move the listing to the network's own file [chain-ignored]`,
    ],
  );
  it('takes any chain where networks.csv gives none, also digits alone', async (t) => {
    const table = lines(header, 'a,Acme,1', 'b,Acme,x-2');
    const [bora, echo] = ['listings/specific-networks/bora/apis.csv', 'listings/specific-networks/echo/apis.csv'];
    const { problems, resolved } = await checkTree(t, { ...providers, [bora]: table, [echo]: table });
    assert.deepEqual(
      problems.filter(({ rule }) => rule.startsWith('chain')),
      [],
    );
    for (const { chains } of resolved.networks) assert.deepEqual(chains, ['1', 'x-2']);
  });
  it('gives a network the chains of its listings in small letters, so that one chain is not two', async (t) => {
    const tree = { ...providers, [apis]: lines(header, 'a,Acme,Mainnet', 'b,Acme,mainnet', 'c,Acme,testnet') };
    const { resolved } = await checkTree(t, tree);
    assert.deepEqual(resolved.networks[0]?.chains, ['mainnet', 'testnet']);
  });
});
