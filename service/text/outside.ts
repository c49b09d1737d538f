/** Links to other sites: what search engines and readers are told about them. */
import { referralCodes } from '../../common/tracking.ts';

const codeHost = /(?:^|\.)referral(?:-factory)?\./i;

/** Whether an address has a referral code. */
export function isReferral(address: string): boolean {
  if (!URL.canParse(address)) return false;
  return codeHost.test(new URL(address).hostname) || referralCodes(address).length > 0;
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
