/** Links to other sites: what search engines and readers are told about them. */
import { trackingParameters } from '../../common/tracking.ts';

/** They name a page or a section, not a person to credit. */
const attribution = /^(?:(?:source|ref_?src|referr?er)=|\w+=[^&]*\.)/i;
const codeHost = /(?:^|\.)referral(?:-factory)?\./i;

/** Whether an address has a referral code. `ref=blog.example.org` names a page, and is none. */
export function isReferral(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const codes = trackingParameters(address).referral;
  return codeHost.test(new URL(address).hostname) || codes.some((code) => !attribution.test(code));
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
