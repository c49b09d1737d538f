/** Parked domains: a page that answers and sells the name. */

/** Hosts to which registrars and brokers redirect names that nobody uses. */
const hosts =
  /(?:^|\.)(?:sedo(?:parking)?\.com|parkingcrew\.net|bodis\.com|dan\.com|hugedomains\.com|afternic\.com|above\.com|undeveloped\.com|domainmarket\.com)$/;

const phrases =
  /this domain (?:name )?(?:is|may be) for sale|buy this domain|domain is parked|parked free, courtesy of|window\.location\.href\s*=\s*"\/lander/i;

export function isParked(url: URL, body: Buffer): boolean {
  return hosts.test(url.hostname) || phrases.test(body.toString('utf8'));
}
