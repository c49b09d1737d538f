/** Handles and the e-mail address of providers. */
import { stripEnd } from '../../../common/strip.ts';
import type { AddProblem } from '../../problem.ts';
import type { CheckContext } from '../context.ts';
import { checkProviderTexts, type Finding, shorten } from '../texts/texts.ts';

/** Hosts whose paths begin with the handle. */
const hosts = {
  x: 'x.com',
  github: 'github.com',
  discord: 'discord.com',
  telegram: 't.me',
  linkedin: 'linkedin.com',
} as const;

type Contact = keyof typeof hosts;

const contacts = Object.keys(hosts) as readonly Contact[];
/** Other hosts of the same services. */
const known = /^(?:www\.|[a-z]{2}\.)?(?:x|twitter|github|discord|t|telegram|linkedin)\.(?:com|me|gg)\//i;

export function checkProviderContacts({ sources }: CheckContext, add: AddProblem): void {
  checkProviderTexts(sources, contacts, { rule: 'url-as-handle', find: findUrl }, add);
  checkProviderTexts(sources, ['supportEmail'], { rule: 'no-email', find: findEmail }, add);
}

function findUrl(text: string, contact: Contact): Finding | null {
  const rest = text.trim().replace(/^https?:\/\//i, '');
  if (rest === text.trim() && !known.test(rest)) return null;
  const handle = stripEnd(rest.replace(/^[^/]*\/?@?/, ''), '/?#');
  const message = `"${shorten(text)}" is a URL; the cell holds what follows https://${hosts[contact]}/`;
  return { message, suggestion: handle === '' ? 'write the handle only' : `write "${shorten(handle)}"` };
}

function findEmail(text: string): Finding | null {
  if (/^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text.trim())) return null;
  const message = `"${shorten(text)}" is not an e-mail address`;
  return { message, suggestion: 'write one address, such as help@acme.com, or leave the cell blank' };
}
