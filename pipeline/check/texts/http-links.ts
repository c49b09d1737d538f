/** URLs without encryption. */
import { type BuildTextRule, type Finding, shorten } from './texts.ts';

export const httpLink: BuildTextRule = () => ({
  rule: 'http-link',
  find,
  ofProviders: { keys: ['website', 'docs'], find },
});

/** Skips localhost, which has no certificate. */
function find(text: string): Finding | null {
  if (!text.includes('http://')) return null;
  const link = /http:\/\/(?!localhost\b|127\.|0\.0\.0\.0|\[::1\])[^\s)\]"']+/.exec(text)?.[0];
  if (link === undefined) return null;
  return {
    message: `"${shorten(link)}" is not encrypted`,
    suggestion: `write "${shorten(link.replace('http:', 'https:'))}" if the site supports it`,
  };
}
