/** Addresses that lead nowhere on the internet: localhost, private networks and examples of documentation. */
import { isSpecialName } from '../../../common/special-names.ts';
import { type BuildTextRule, type Finding, shorten } from './texts.ts';

/** Lists without a filter hold commands, which may name localhost. */
export const localAddress: BuildTextRule = () => ({
  rule: 'local-address',
  find: (text, { valueKind, filter, cellType }) =>
    valueKind === 'array' && filter === null && cellType !== 'actionButtons' ? null : find(text),
  ofProviders: { keys: ['website', 'docs'], find },
});

const host = /:\/\/(?:[^/\s@)]*@)?(\[::1\]|[^/:?#)\]"'\s]+)/g;
const privateAddress =
  /^(?:\[::1\]|0\.0\.0\.0|127(?:\.\d{1,3}){3}|10(?:\.\d{1,3}){3}|192\.168(?:\.\d{1,3}){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d{1,3}){2})$/;

function find(text: string): Finding | null {
  if (!text.includes('://')) return null;
  const names = Array.from(text.matchAll(host), ([, name = '']) => name);
  const name = names.find((each) => privateAddress.test(each) || isSpecialName(each));
  if (name === undefined) return null;
  return {
    message: `"${shorten(name)}" is no address on the internet: it is local, private or an example`,
    suggestion: 'write the public address',
  };
}
