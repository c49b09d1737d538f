import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { networkSchema } from '../../model/networks.ts';
import { providerSchema } from '../../model/providers.ts';
import { describeNetworks } from '../../pipeline/describe-networks.ts';
import { networkLogos } from '../../pipeline/network-logos.ts';

const provider = (name: string, logoPath: string | null) => {
  const empty = {
    description: null,
    website: null,
    docs: null,
    x: null,
    github: null,
    discord: null,
    telegram: null,
  };
  const cells = { slug: name.toLowerCase(), name, logoPath, ...empty };
  const value = providerSchema.parse({
    ...cells,
    linkedin: null,
    supportEmail: null,
    starred: null,
    tag: null,
  });
  return { value, line: 2 };
};

function logoOf(network: object, images: { readonly own?: string; readonly ours?: string } = {}) {
  const empty = {
    key: 'aria',
    name: 'Aria',
    icon: null,
    docs: 'https://aria.example/',
    chains: null,
  };
  const definition = networkSchema.parse({ ...empty, ...network });
  const described = describeNetworks([{ key: 'aria', chains: [] }], {
    meta: { networks: [definition] },
    images: new Set(['aria-labs.png', 'chain.png']),
    networkImages: new Set(images.own === undefined ? [] : [images.own]),
    defaultImages: new Set(images.ours === undefined ? [] : [images.ours]),
    providers: [
      provider('Aria', 'aria-labs.png'),
      provider('Aria Chain', 'chain.png'),
      provider('Bare', null),
      provider('Lost', 'lost.png'),
    ],
  });
  return described.get('aria')?.logoPath;
}

describe('the logo of a network', () => {
  it('is the image named after its key, before all others', () => {
    assert.equal(
      logoOf({ logoProvider: 'Aria Chain' }, { own: 'aria.svg', ours: 'aria.svg' }),
      'networks/aria.svg',
    );
  });
  it('is the first of two images by name, and never a file of another kind', () => {
    const images = ['aria.svg', 'aria.png', 'NOTICE.md', 'bora.gif'];
    assert.deepEqual([...networkLogos(images)], [['aria', 'aria.png']]);
  });
  it('is that of the provider that networks.csv names', () => {
    assert.equal(logoOf({ logoProvider: 'Aria Chain' }), 'chain.png');
  });
  it('is that of the provider with its name or one of its aliases', () => {
    assert.equal(logoOf({}, { ours: 'aria.svg' }), 'aria-labs.png');
    assert.equal(logoOf({ name: 'Other', aliases: ['oth', 'Aria Chain'] }), 'chain.png');
    assert.equal(logoOf({ name: 'Bare', aliases: ['Aria'] }), 'aria-labs.png');
  });
  it('is not that of a provider whose name differs in case', () => {
    assert.equal(logoOf({ name: 'ARIA' }), null);
  });
  it("is the project's image if nothing else is there", () => {
    assert.equal(logoOf({ name: 'Other' }, { ours: 'aria.svg' }), 'networks/aria.svg');
    assert.equal(logoOf({ name: 'Other' }), null);
    assert.equal(logoOf({ name: 'Lost' }, { ours: 'aria.svg' }), 'networks/aria.svg');
  });
});
