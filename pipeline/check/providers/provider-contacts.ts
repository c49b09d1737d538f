/** Handles and the e-mail address of providers. */
import { stripEnd } from '../../../common/strip.ts';
import type { AddProblem } from '../../problem.ts';
import type { CheckContext } from '../context.ts';
import { checkProviderTexts, type Finding, shorten } from '../texts/texts.ts';

/** Hosts whose paths begin with the handle. The first one stands in messages. */
const hosts = {
  x: ['x.com', 'twitter.com'],
  github: ['github.com'],
  discord: ['discord.com', 'discord.gg'],
  telegram: ['t.me', 'telegram.me'],
  linkedin: ['linkedin.com'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

type Contact = keyof typeof hosts;

const contacts = Object.keys(hosts) as readonly Contact[];

export function checkProviderContacts({ sources }: CheckContext, add: AddProblem): void {
  checkProviderTexts(sources, contacts, { rule: 'url-as-handle', find: findUrl }, add);
  checkProviderTexts(sources, ['supportEmail'], { rule: 'no-email', find: findEmail }, add);
}

function findUrl(text: string, contact: Contact): Finding | null {
  const rest = text.trim().replace(/^https?:\/\//i, '');
  const [host = '', ...path] = rest.split('/');
  const site = host.toLowerCase().replace(/^(?:www|[a-z]{2})\./, '');
  const owner = path.length === 0 ? undefined : contacts.find((each) => hosts[each].some((name) => name === site));
  if (rest === text.trim() && owner === undefined) return null;
  const handle = stripEnd(path.join('/').replace(/^@/, ''), '/?#');
  const message = `"${shorten(text)}" is a URL; the cell holds what follows https://${hosts[contact][0]}/`;
  if (owner === undefined || handle === '') return { message, suggestion: 'write the handle only' };
  const suggestion = `write "${shorten(handle)}"`;
  return { message, suggestion: owner === contact ? suggestion : `${suggestion} in the column "${owner}"` };
}

function findEmail(text: string): Finding | null {
  if (/^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text.trim())) return null;
  const message = `"${shorten(text)}" is not an e-mail address`;
  return { message, suggestion: 'write one address, such as help@acme.com, or leave the cell blank' };
}
