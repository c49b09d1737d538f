/**
 * Where pages lead from an address that has every parameter, and what they say in rare states.
 * `UPDATE_GOLDEN=1` writes the golden files again: read the difference.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { directory } from '../support/directory.ts';
import { assertGolden, readGolden } from '../support/golden.ts';
import { asBrowser } from '../support/service-get.ts';
import { useService } from '../support/service-server.ts';
import { leadsOf, masked, repeatedParts, shown } from '../support/whole-answers.ts';

/** Pages whose address has every parameter: a link that loses one of them is seen. */
const addressed: readonly string[] = [
  '/providers?q=e&network=ethereum&page=2',
  '/providers?q=a&category=apis&network=base',
  '/networks/ethereum/providers?q=e&category=wallets&page=2',
  '/networks/ethereum/toolbox/apis?f.planType=Free&f.planType=Tiered&f.accessPrice.max=60&f.accessPrice.in=USD/month&f.or=planType,accessPrice&f.trial=!*&search=a&scope=network&sort=accessPrice&dir=desc&cols=regions&requests=5000000&peak=10&archive=1&mix=eth_call:1&pageSize=2&page=2&compare=tatum-free-full-archive&open=alchemy-free-full-archive&confirmed=1&chart=prices',
  '/toolbox/apis?network=base&network=ethereum&networkMatch=all&f.planType=Free&f.estimate.max=90&search=a&requests=5000000&peak=10&workload=indexer&pageSize=2&page=2&compare=beacon-free&facet=provider',
  '/networks/ethereum/toolbox/apis?f.planType=Free&f.technology=None&f.trial=true&search=a&scope=network&sort=estimate&requests=5000000&peak=10',
  '/compare?category=apis&offer=alchemy-free-full-archive&offer=chainstack-growth-full-archive&offer=beacon-free&network=base&network=ethereum&networkMatch=all&requests=40000000&peak=10&archive=1&f.planType=Free&scope=network&search=a',
  '/networks/base/compare?category=apis&provider=alchemy&provider=chainstack&requests=9000000&peak=30&mix=eth_call:1&f.planType=!Free&search=a',
  '/providers/alchemy?network=base&requests=5000000&peak=10&archive=1',
];

/** Pages in rare states, of a service with an application and a source folder. */
const rare: readonly string[] = [
  '/search?q=zzqqxx',
  '/search?q=agents',
  '/search?q=chain+id+8453',
  '/search?q=base',
  '/networks/base/search?q=etherscan',
  '/search?q=alchmey+apis+on+solana',
  '/providers?network=nowhere&category=wallet',
  '/providers?q=zzqq',
  '/networks/nemo/toolbox/wallets',
  '/networks/base/toolbox/wallets?network=aria&search=zzqq&f.openSource=true',
  '/toolbox/apis?f.planType=Nope&f.trial=true&cols=nothing&sort=nothing',
  '/networks/base/toolbox/apis?f.accessPrice.min=9000',
  '/networks/aria/toolbox/apis?page=99&pageSize=3',
  '/toolbox/mcpservers?open=etherscan-mcp&pageSize=1&search=etherscan',
  '/compare?category=apis',
  '/compare?category=apis&offer=nowhere',
  '/compare?category=mcpservers&offer=etherscan-mcp&offer=alchemy-mcp',
  '/compare?category=apis&offer=chainstack-growth-full-archive&offer=chainstack-enterprise-full-archive&offer=getblock-starter-full-archive',
  // Nobody knows whether euros are more than dollars.
  '/compare?category=apis&offer=drpc-pay-as-you-go-full-archive&offer=nownodes-business-recent-state&requests=5000000&peak=60',
  '/compare?category=wallets&provider=metamask&provider=nobody',
  '/compare?provider=alchemy&provider=chainstack',
  '/changes?since=2027-01-01',
  '/changes?page=9',
  '/changes?network=nowhere',
  '/networks/nowhere/toolbox/apis',
  '/networks/nemo/',
];

describe('pages', () => {
  const { get } = useService(directory, { SITE_URL: 'https://directory.example' });

  it('lead where they have to, with what their address asks', async () => {
    const told: string[] = [];
    for (const address of addressed) {
      const { status, text } = await get(encodeURI(address), asBrowser);
      const leads = leadsOf(address, text.replaceAll(repeatedParts, ''));
      told.push(`# ${address} ${status}\n${leads}\n`);
      // The same in another form, and files.
      for (const [, form = ''] of leads.matchAll(/^-> (\/(?:api|compare\.).*?)(?: \||$)/gm))
        assert.equal((await get(form)).status, 200, form);
    }
    await assertGolden('answers/leads.txt', masked(told.join('\n')));
  });
});

describe('pages of a service with an application and a source folder', () => {
  const { get } = useService(directory, {
    SITE_URL: 'https://directory.example',
    SOURCE_URL: 'https://github.com/example/sources/blob/main/sources',
    APP_URL: 'https://app.example',
  });

  it('have lines in rare states that usual pages do not have', async () => {
    const usual = ['pages', 'views'].map((name) => readGolden(`answers/${name}.txt`));
    const known = new Set(usual.join('\n').split('\n'));
    const told: string[] = [];
    for (const address of rare) {
      const { status, headers, text } = await get(encodeURI(address), asBrowser);
      const own = text.replaceAll(repeatedParts, '');
      const whole = shown(address, headers['content-type'] ?? '', own);
      // Where they lead is that of other pages.
      const lines = whole.replaceAll(/^(?:->|form|open) .*$/gm, '').split('\n');
      const unknown = lines.filter((line) => /^\S/.test(line) && !known.has(line));
      for (const line of unknown) known.add(line);
      told.push([`# ${address} ${status}`, ...unknown].join('\n'));
    }
    await assertGolden('answers/rare.txt', `${masked(told.join('\n\n'))}\n`);
  });
});
