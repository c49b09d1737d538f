/** Faults of the links, handles and the e-mail address of providers. */
import { nearestSpelling } from '../../../common/nearest-name.ts';
import { isSpecialName } from '../../../common/special-names.ts';
import { stripEnd } from '../../../common/strip.ts';
import { type Fault, shorten, type TextColumn } from '../rule.ts';
import { isMisspelt } from './oddities.ts';

/** Hosts whose paths begin with the handle. The first one stands in messages. */
const hosts: ReadonlyMap<string, readonly string[]> = new Map([
  ['x', ['x.com', 'twitter.com']],
  ['github', ['github.com']],
  ['discord', ['discord.com', 'discord.gg']],
  ['telegram', ['t.me', 'telegram.me']],
  ['linkedin', ['linkedin.com']],
]);

export const contacts = ['x', 'github', 'discord', 'telegram', 'linkedin'] as const;

export function findUrl(text: string, { key: contact }: TextColumn): Fault | null {
  const rest = text.trim().replace(/^https?:\/\//i, '');
  const [host = '', ...path] = rest.split('/');
  const site = host.toLowerCase().replace(/^(?:www|[a-z]{2})\./, '');
  const owner =
    path.length === 0 ? undefined : contacts.find((each) => hosts.get(each)?.includes(site));
  if (rest === text.trim() && owner === undefined) return findInHandle(text.trim(), contact);
  const handle = stripEnd(path.join('/').replace(/^@/, ''), '/?#');
  const message = `"${shorten(text)}" is a URL; the cell holds what follows https://${hosts.get(contact)?.[0]}/`;
  if (owner === undefined || handle === '') return [message, 'write the handle only'];
  const fix = `write "${shorten(handle)}"`;
  return [message, owner === contact ? fix : `${fix} in the column "${owner}"`];
}

/** Sections of LinkedIn; the cell names one, because each has pages of its own. */
const section = /^(?:company|school|showcase|in|groups)\//;

/** Names that the sites allow, by column. */
const forms: ReadonlyMap<string, RegExp> = new Map([
  ['x', /^[\w-]{1,30}$/],
  ['github', /^(?!-|.*\.git$)[a-z\d-]+(?:\/[\w.-]+)?$/i],
  ['discord', /^(?:(?:invite|channels|servers)\/)?[\w-]+(?:\/\d+)?$/],
  // An invitation begins with +, and a number of a telephone has digits only.
  ['telegram', /^(?!\+?\d+$)\+?[\w-]+(?:\/[\w-]+)?$/],
]);

function findInHandle(text: string, contact: string): Fault | null {
  if (/^@\S+$/.test(text))
    return [`"${shorten(text)}" begins with @`, `write "${shorten(text.slice(1))}"`];
  if (/^(?:company|school|showcase|in|groups)\/?$/.test(text))
    return [
      `"${shorten(text)}" names a section, and no page of it`,
      'write the page, such as "company/acme"',
    ];
  if (contact === 'linkedin' && !section.test(text))
    return [
      `"${shorten(text)}" lacks its section, so the link leads nowhere`,
      `write "company/${shorten(text)}"`,
    ];
  if (contact !== 'linkedin' && section.test(text))
    return [`"${shorten(text)}" is a path of LinkedIn`, 'move it to the column "linkedin"'];
  if (forms.get(contact)?.test(text) ?? (!/\s/.test(text) && text.split('/').length <= 2))
    return null;
  return [`"${shorten(text)}" is not a handle`, 'write the handle only'];
}

export function findEmail(text: string): Fault | null {
  if (/^mailto:/i.test(text.trim()))
    return [`"${shorten(text)}" begins with "mailto:"`, `write "${shorten(text.trim().slice(7))}"`];
  const host = /^[\w.%+-]+@([\w-]+(?:\.[\w-]+)+)$/.exec(text.trim())?.[1]?.toLowerCase();
  if (host !== undefined) return findInMailHost(host);
  const fix = 'write one address, such as help@acme.com, or leave the cell blank';
  return [`"${shorten(text)}" is not an e-mail address`, fix];
}

const mailServices =
  'gmail.com outlook.com hotmail.com protonmail.com yahoo.com mail.com ymail.com email.com'.split(
    ' ',
  );

function findInMailHost(host: string): Fault | null {
  const isOther = mailServices.includes(host) || !host.endsWith('.com');
  const near = isOther ? null : nearestSpelling(host, mailServices);
  if (near !== null) return [`"${host}" is similar to "${near}"`, `did you mean "${near}"?`];
  if (!isMisspelt(host) && !isSpecialName(host)) return null;
  return [`no mail arrives at "${shorten(host)}"`, 'correct the address'];
}

/** Of a website or documentation, which is an absolute URL. */
export function findWrongUrl(text: string): Fault | null {
  if (/^https?:\/\/[^/?#\s]\S*$/i.test(text) && URL.canParse(text)) return null;
  if (/^mailto:|^[^\s/@]+@[^\s/@]+$/i.test(text)) {
    const message = `"${shorten(text)}" is an e-mail address, not an address of a page`;
    return [message, 'move it to the column "supportEmail", without "mailto:"'];
  }
  const host = text.replace(/^[a-z]*:?\/*/i, (start) => (/[:/]$/.test(start) ? '' : start));
  const isHost = /^[\w-]+(?:\.[\w-]+)+(?:[/:?#]\S*)?$/.test(host);
  const fix = isHost
    ? `write "https://${shorten(host)}"`
    : 'write the whole URL, beginning with https://';
  return [`"${shorten(text)}" is not an absolute URL`, fix];
}
