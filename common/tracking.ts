/** Parameters of addresses that say where a visitor comes from. */

/** Of campaigns and clicks: they change nothing on the page. */
const tracking =
  /^(?:utm_(?!referral$)\w+|gclid|gbraid|wbraid|dclid|fbclid|msclkid|twclid|ttclid|li_fat_id|yclid|igshid|mc_[ce]id|_hs(?:enc|mi)|hsctatracking|mkt_tok|_ga|_gl|(?:pk|mtm|piwik)_\w+|vero_id|oly_\w+_id|s_cid|srsltid)$/i;

/** Of the person or the site that passed the address on: the directory may have agreed on one. */
const referral =
  /^(?:ref|referr?er|(?:utm_)?referral(?:_?code)?|ref_?(?:code|id)|a_aid|tap_a|via|aff|aff_?id|affiliate(?:_?id)?|invite(?:_?code)?|partner(?:_?id)?|fpr|irclickid|ref_?src|source|r)$/i;

/**
 * A path that ends with the code of a person: `/r/abc123`. Invitations to a chat are no such codes.
 */
const passedOn =
  /^(https?:\/\/(?!discord|t\.me)[^/?#]+\/)((?:r|ref|referral|invite)\/[\w-]+)\/?(?=[?#]|$)/i;

interface Parameters {
  readonly tracking: readonly string[];
  readonly referral: readonly string[];
}

const isNamed = (part: string, names: RegExp) => names.test(part.split('=', 1)[0] ?? '');

/** Parameters with their values: `via=larry`. */
export function trackingParameters(address: string): Parameters {
  const [start = '', end = ''] = address.split('#', 2);
  const parts = (start.split('?')[1] ?? '').split('&');
  const named = (names: RegExp) => parts.filter((part) => isNamed(part, names));
  const atEnd = end.split(/[?&]/).filter((part) => isNamed(part, tracking));
  return {
    tracking: [...named(tracking), ...atEnd],
    referral: [...named(referral), ...(passedOn.exec(start)?.slice(2) ?? [])],
  };
}

/** They name a page or a section, not a person to credit. */
const attribution = /^(?:(?:source|ref_?src|referr?er)=|\w+=[^&]*\.)/i;

/** Parameters that credit somebody: `via=larry`. `ref=blog.example.org` names a page, and is none. */
export function referralCodes(address: string): readonly string[] {
  return trackingParameters(address).referral.filter((code) => !attribution.test(code));
}

const address = /\bhttps?:\/\/[^\s)\]"']+/gi;

/**
 * The text with addresses that lack their tracking parameters, and how many it had. Referral codes
 * stay: an editor may want them.
 */
export function withoutTracking(text: string): { readonly text: string; readonly removed: number } {
  return withoutParameters(text, (part) => isNamed(part, tracking));
}

/** The text with addresses that credit nobody: without codes in parameters and at the end of paths. */
export function withoutReferrals(text: string): string {
  const isCode = (part: string) => isNamed(part, referral) && !attribution.test(part);
  return withoutParameters(text, isCode).text.replace(address, (url) =>
    url.replace(passedOn, '$1'),
  );
}

function withoutParameters(text: string, isRemoved: (part: string) => boolean) {
  let removed = 0;
  const stripped = text.replace(address, (url) => {
    const hash = url.indexOf('#');
    const [start, end] = hash === -1 ? [url, ''] : [url.slice(0, hash), url.slice(hash)];
    if (!start.includes('?')) return url;
    const [before, query = ''] = [
      start.slice(0, start.indexOf('?')),
      start.slice(start.indexOf('?') + 1),
    ];
    const parts = query.split('&');
    const kept = parts.filter((part) => !isRemoved(part));
    removed += parts.length - kept.length;
    if (kept.length === parts.length) return url;
    return `${before}${kept.length === 0 ? '' : `?${kept.join('&')}`}${end}`;
  });
  return { text: stripped, removed };
}
