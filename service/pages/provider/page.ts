/** The page of a provider, with its Markdown. */
import { findDirectory, hasOwnProfile } from '../../answers/directory.ts';
import { type Listed, page, type SitemapPlace } from '../shared/definition.ts';
import { providerPage } from './profile.ts';
import { providerMarkdown } from './profile-markdown.ts';

/** Profiles that are canonical on the site, or on the network. */
function listProfiles({ snapshot, network, urls, times }: SitemapPlace): Listed {
  // The sitemap of the only network has those that it serves.
  if (network === null && urls.onlyNetwork !== null) return [];
  return findDirectory(snapshot, { networks: network === null ? [] : [network] })
    .filter((candidate) => network === null || hasOwnProfile(candidate, urls))
    .map(({ provider: { name, slug } }) => ({
      path: `/providers/${slug}`,
      changedMs: times.byProvider.get(name),
    }))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

export const profile = page({
  name: 'profile',
  path: '/providers/{slug}',
  on: 'both',
  parameters: [],
  handler: providerPage,
  markdown: providerMarkdown,
  sitemap: listProfiles,
  navigation: { omitted: 'the page of providers links it' },
  operation: { omitted: 'its JSON is the operation of a provider' },
  example: '/providers/alchemy',
});
