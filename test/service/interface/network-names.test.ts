/** Networks by any of their names: addresses redirect to the key, parameters accept the name. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useDescribedService } from '../../support/interface-service.ts';
import { ownSources } from '../../support/interface-sources.ts';
import { readFailure, readNetworks } from '../../support/service-answers.ts';

const rows = '/api/infrastructure-providers/rows?category=apis&pageSize=1';

describe('networks by any name', () => {
  const service = useDescribedService(ownSources);
  const { get } = service;
  const list = async () => readNetworks(await get('/api/networks')).networks;

  it('redirect from every alias, identifier, number, name and case to the key', async () => {
    const others = (await list()).flatMap(({ key, name, caip2, aliases }) => {
      const number = /^eip155:(\d+)$/.exec(caip2 ?? '')?.[1];
      const names = [name, key.toUpperCase(), caip2, number, ...aliases];
      return names.flatMap((other) => (other && other !== key ? [{ key, other }] : []));
    });
    for (const { key, other } of others) {
      const answer = await service.get(`/networks/${encodeURIComponent(other)}${rows}`);
      assert.equal(answer.status, 301, other);
      const { pathname, search } = new URL(String(answer.headers.location));
      assert.equal(`${pathname}${search}`, `/networks/${key}${rows}`);
    }
    assert.ok(others.length > 15, String(others.length));
  });

  it('are named instead of a redirect if the query is too long for a header', async () => {
    const long = `&search=${'x'.repeat(7000)}`;
    const { message } = readFailure(await get(`/networks/Ethereum${rows}${long}`), 414);
    assert.match(message, /send it to http\S+\/networks\/ethereum\/api\/infrastructure-providers\/rows$/);
    assert.equal((await get(`/networks/Ethereum${rows}${long}`, { method: 'HEAD' })).status, 414);
    assert.equal((await get(`/networks/Ethereum/${'x'.repeat(3000)}`)).status, 404);
  });

  it('are accepted as parameters', async () => {
    const byName = await get('/api/offers?category=apis&network=ETH&network=8453&meta=none');
    const byKey = await get('/api/offers?category=apis&network=ethereum&network=base&meta=none');
    assert.equal(byName.text, byKey.text);
  });

  it('are listed with the chains that have offers', async () => {
    const base = (await list()).find(({ key }) => key === 'base') ?? assert.fail('base');
    assert.deepEqual([base.caip2, base.aliases], ['eip155:8453', ['Base Mainnet']]);
    assert.ok(base.chains.includes('mainnet'));
  });

  it('answer 404 with a suggestion for a name that no network has', async () => {
    const failure = readFailure(await get(`/networks/etherium${rows}`), 404);
    assert.deepEqual([failure.code, failure.suggestion], ['unknown-network', 'ethereum']);
    assert.equal((await get('/networks/%E0%A4%A/')).status, 404);
  });
});
