/** URLs without encryption. */
import type { AddProblem } from '../../problem.ts';
import type { CheckContext } from '../context.ts';
import { type BuildTextRule, checkProviderTexts, type Finding, shorten } from './texts.ts';

const rule = { rule: 'http-link', find } as const;

export const httpLink: BuildTextRule = () => rule;

export function checkProviderHttpLinks({ sources }: CheckContext, add: AddProblem): void {
  checkProviderTexts(sources, ['website', 'docs'], rule, add);
}

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
