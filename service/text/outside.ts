/** Links to other sites: what search engines and readers are told about them. */

/** Parameters with which a site credits whoever sent the reader. */
const codes =
  /^(?:ref|via|aff|fpr|aff_?id|affiliate(?:_?id)?|ref_?(?:id|code)|referr?al(?:_?(?:code|id))?|utm_referr?al|invite(?:_?code)?)$/i;
const codePath = /\/(?:ref|referral|affiliate)\/[^/]/i;
const codeHost = /(?:^|\.)referral(?:-factory)?\./i;

/** Whether an address has a referral code. `ref=blog.example.org` names a page, and is none. */
export function isReferral(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { hostname, pathname, searchParams } = new URL(address);
  if (codeHost.test(hostname) || codePath.test(pathname)) return true;
  return [...searchParams].some(([name, value]) => codes.test(name) && !value.includes('.'));
}

export interface OutsideLink {
  readonly href: string;
  readonly rel: string;
  readonly isReferral: boolean;
}

/** `sponsored` tells search engines that a link may earn somebody a reward. */
export function outsideLink(href: string): OutsideLink {
  const rewarded = isReferral(href);
  return { href, rel: `noopener nofollow${rewarded ? ' sponsored' : ''}`, isReferral: rewarded };
}
