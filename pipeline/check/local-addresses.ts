/** Addresses that lead nowhere on the internet: localhost, private networks and examples of documentation. */
import type { AddProblem } from '../problem.ts';
import type { CheckContext } from './context.ts';
import { type BuildTextRule, checkProviderTexts, type Finding, shorten } from './texts.ts';

const rule = { rule: 'local-address', find } as const;

/** Lists without a filter hold commands, which may name localhost. */
export const localAddress: BuildTextRule = () => ({
  rule: 'local-address',
  find: (text, { valueKind, filter, cellType }) =>
    valueKind === 'array' && filter === null && cellType !== 'actionButtons' ? null : find(text),
});

export function checkProviderLocalAddresses({ sources }: CheckContext, add: AddProblem): void {
  checkProviderTexts(sources, ['website', 'docs'], rule, add);
}

const host =
  /:\/\/(?:[^/\s@)]*@)?(localhost|0\.0\.0\.0|127(?:\.\d{1,3}){3}|10(?:\.\d{1,3}){3}|192\.168(?:\.\d{1,3}){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d{1,3}){2}|\[::1\]|(?:[\w-]+\.)*example\.(?:com|org|net)|(?:[\w-]+\.)+(?:local|localhost|internal|invalid))(?=[/:?#)\]"'\s]|$)/i;

function find(text: string): Finding | null {
  if (!text.includes('://')) return null;
  const [, name] = host.exec(text) ?? [];
  if (name === undefined) return null;
  return {
    message: `"${shorten(name)}" is no address on the internet: it is local, private or an example`,
    suggestion: 'write the public address',
  };
}
