/** Names of hosts that lead nowhere on the internet, or to the machine of whoever asks. */

/**
 * Special use: RFC 2606, 6761, 6762, 7686, 8375, 9476, and
 * https://www.icann.org/resources/board-material/resolutions-2024-07-29-en for
 * `internal`. Never delegated, and common in homes and offices: `corp`, `home`, `lan` and the like
 * (RFC 6762, appendix G). `example` is left out: it leads nowhere, and documents are full of it.
 */
const topLevels =
  'alt corp domain home intranet internal invalid lan local localdomain localhost onion private router test workgroup';
/**
 * The second line: public names whose addresses are those of the local machine, or the ones that a
 * label states: `10.0.0.1.nip.io`.
 */
const domains = [
  ...['home.arpa', 'example.com', 'example.net', 'example.org'],
  ...['localtest.me', 'lvh.me', 'vcap.me', 'nip.io', 'sslip.io', 'xip.io'],
];
const ends = [...topLevels.split(' '), ...domains].join('|').replaceAll('.', '\\.');
const specialName = new RegExp(`(?:^|\\.)(?:${ends})\\.?$`, 'i');

/** `host`: a name without its port, in any case. */
export function isSpecialName(host: string): boolean {
  return specialName.test(host);
}
