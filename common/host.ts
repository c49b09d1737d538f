/** Host names: the forms that are accepted, and their normalized form. */
import { isIPv6 } from 'node:net';

/** Letters, digits, hyphens and underscores, in labels of at most 63. A trailing dot and an empty port are allowed. */
const hostPattern = /^(\[[0-9a-f:.]{2,45}\]|[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63}){0,126})\.?(?::(\d{0,5}))?$/;
const maxNameLength = 253;
const maxPort = 65_535;

/** `name` or `name:port` in lowercase, without trailing dot; null if the text is not a host. */
export function normalizeHost(text: string): string | null {
  const [, name = '', port = ''] = hostPattern.exec(text.toLowerCase()) ?? [];
  if (name === '' || name.length > maxNameLength || Number(port) > maxPort) return null;
  if (name.startsWith('[') && !isIPv6(name.slice(1, -1))) return null;
  return port === '' ? name : `${name}:${Number(port)}`;
}

/** Name of a normalized host, without its port. */
export function hostName(host: string): string {
  return host.replace(/:\d+$/, '');
}
