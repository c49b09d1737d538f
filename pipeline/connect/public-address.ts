/** Addresses that contributors write and that may go into a configuration or a program. */
import { isSpecialName } from '../../common/special-names.ts';

/** Nothing that a client, a shell or a text in a program expands, such as `${HOME}`. */
const plainAddress = /^[a-z]+:\/\/(?:[a-z0-9./_~:?&=+@,-]|%[0-9a-f]{2})+$/i;
/** Addresses instead of names, and names of a local network. */
const unnamedHost = /^[\d.]+$|^\[|^[^.]+\.?$/;

/**
 * Whether a text is a plain address of a public host without user name, with one of the schemes
 * (`https`).
 */
export function isPublicAddress(text: string, schemes: readonly string[]): boolean {
  if (!plainAddress.test(text) || !URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  const isNamed = username !== '' || password !== '';
  return (
    schemes.includes(protocol.slice(0, -1)) &&
    !isNamed &&
    !unnamedHost.test(hostname) &&
    !isSpecialName(hostname)
  );
}
