import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ProviderDefinition } from '../../../model/providers.ts';
import { profileLinks } from '../../../service/api/providers/on-network.ts';

const handles = (cells: Partial<ProviderDefinition>) =>
  profileLinks({ slug: 'acme', name: 'Acme', ...cells } as ProviderDefinition);

describe('profileLinks', () => {
  for (const discord of ['Cun2VpsdjF', 'invite/Cun2VpsdjF', '/invite/Cun2VpsdjF']) {
    it(`leads from the Discord cell ${discord} to the invitation`, () => {
      assert.deepEqual(handles({ discord }), { discord: 'https://discord.com/invite/Cun2VpsdjF' });
    });
  }

  it('leaves the path of other handles as it is', () => {
    assert.deepEqual(handles({ github: 'acme/sdk', x: '@acme', linkedin: 'company/acme' }), {
      x: 'https://x.com/acme',
      github: 'https://github.com/acme/sdk',
      linkedin: 'https://www.linkedin.com/company/acme',
    });
  });

  it('leaves a URL as it is', () => {
    assert.deepEqual(handles({ discord: 'https://discord.gg/abc' }), { discord: 'https://discord.gg/abc' });
  });
});
