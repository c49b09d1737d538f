/** Cells that sources write for programs are words on pages, and stay as they are in files. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { directory, directoryText } from '../../support/directory.ts';
import { useService } from '../../support/service-server.ts';
import { testPages } from './facts.ts';

const ramps = 'references/offers/ramps.csv';
const apis = 'references/offers/apis.csv';
const faucets = 'listings/specific-networks/base/faucets.csv';

describe('cells on pages', () => {
  const { get } = useService({
    ...directory,
    [ramps]: directoryText(ramps)
      .replace('""Credit card"",""Debit card""', '""credit_card"",""bank_transfer""')
      .replace('""SOC 2 Type II""', '""SOC2_TYPE_II""'),
    // One name in both cases: the column states names that programs use.
    [apis]: directoryText(apis).replace('""eth"",""net""', '""eth_call"",""eth_getBalance""'),
    [faucets]: directoryText(faucets).replace(
      '!offer:coinbase-faucet,,sepolia,,,,,,,,,',
      '!offer:coinbase-faucet,,sepolia,,,,,,,,24,',
    ),
    // Its chains are one, nova and sepolia.
    'listings/specific-networks/arbitrum/faucets.csv': directoryText(faucets).replace(
      'base-sepolia)""]",sepolia',
      'base-sepolia)""]",one',
    ),
  });

  testPages(
    get,
    `
# Keys of a vocabulary have spaces in cells, filters, chips and comparisons; addresses keep them.
/networks/base/toolbox/ramps?f.paymentMethods=bank_transfer&cols=paymentMethods
  value="bank_transfer" checked><span>bank transfer</span> … data-label="Payment methods" class="list">credit card, bank transfer <
  SOC2 TYPE II
  <title>On/off ramps on Base with payment methods bank transfer - … <span class="muted">Payment methods</span> bank transfer
/networks/base/compare?category=ramps&offer=banxa&offer=coinbase-onramp
  credit card … bank transfer
  ! credit_card ! bank_transfer
# A number without a unit is one of hours.
/networks/base/toolbox/faucets
  data-label="Waiting time">24h<
# A main chain with a name of its own has it; a testnet does not.
/networks/arbitrum/toolbox/faucets?f.chain=one
  value="sepolia"><span>sepolia</span> … value="one" checked><span>Arbitrum One</span> … <span class="muted">Chain</span> Arbitrum One< … data-label="Chain">Arbitrum One<
/networks/arbitrum/compare?category=faucets&offer=alchemy-faucet-sepolia&offer=chainlink-faucet-sepolia
  Chain Arbitrum One sepolia
# Names of calls are not words.
/networks/ethereum/toolbox/apis?facet=availableApis&pageSize=1
  <span>eth_call</span>
  ! eth call
# What is asked for by \`*\` is said in words, with its number of offers.
/networks/base/toolbox/apis?f.uptimeSla=*&pageSize=1
  ! >*<
/networks/base/toolbox/apis?f.availableApis=*&facet=availableApis&pageSize=1
  value="*" checked><span>stated</span>
  ! <span>stated</span><span class="n">0</span>
/networks/base/toolbox/apis?f.availableApis=!*&facet=availableApis&pageSize=1
  value="!*" checked><span>not stated</span>
`,
  );

  it('keeps the texts of the sources in files', async () => {
    const { text } = await get(
      '/networks/base/api/infrastructure-providers/export?category=ramps&format=csv',
    );
    assert.match(text, /credit_card/);
    assert.doesNotMatch(text, /credit card/);
  });
});
