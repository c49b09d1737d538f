/** Addresses of a provider's own pages and profiles. */
import type { ProviderDefinition } from '../../model/providers.ts';

/** Base addresses of the sites on which providers have handles. */
const profileSites = {
  x: 'https://x.com/',
  github: 'https://github.com/',
  discord: 'https://discord.com/invite/',
  telegram: 'https://t.me/',
  linkedin: 'https://www.linkedin.com/',
} as const;

/** Absolute URLs of the provider's own pages and profiles, by key. */
export function profileLinks(from: ProviderDefinition): Record<string, string> {
  const links = new Map<string, string>();
  if (from.website) links.set('website', from.website);
  if (from.docs) links.set('docs', from.docs);
  for (const [key, site] of Object.entries(profileSites)) {
    const handle = from[key as keyof typeof profileSites];
    if (handle) links.set(key, /^https?:\/\//.test(handle) ? handle : `${site}${pathOf(handle)}`);
  }
  if (from.supportEmail) links.set('support', `mailto:${from.supportEmail}`);
  return Object.fromEntries(links);
}

/** Editors write `acme`, `@acme`, and for Discord `acme` or `invite/acme`. */
function pathOf(handle: string): string {
  return handle.replace(/^[@/]+/, '').replace(/^invite\//, '');
}
