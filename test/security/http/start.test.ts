/** Configuration that cannot be served is refused with a message that names the variable and shows no password. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ConfigError, parseConfig } from '../../../service/config.ts';

const refused: readonly (readonly [environment: Readonly<Record<string, string>>, message: RegExp])[] = [
  [{ ONLY_NETWORK: '__proto__' }, /ONLY_NETWORK/],
  [{ ONLY_NETWORK: '-' }, /ONLY_NETWORK/],
  [{ SITE_URL: 'https://user:secret@example.org' }, /SITE_URL/],
  [{ SITE_URL: 'https://example.org/a b' }, /SITE_URL/],
  [{ SITE_URL: 'https://example.org//a' }, /SITE_URL/],
  [{ SITE_URL: 'https://example.org/a/../b' }, /SITE_URL/],
  [{ SITE_URL: 'https://example.org/%61' }, /SITE_URL/],
  [{ SITE_URL: 'https://example.org/"onload=' }, /SITE_URL/],
  [{ SITE_URL: 'https://exa_mple..org' }, /SITE_URL/],
  [{ SITE_URL: 'https://example.org/about' }, /SITE_URL.*\/about/],
  [{ SITE_URL: 'https://example.org/api' }, /SITE_URL.*\/api/],
  [{ SITE_URL: 'https://example.org/networks' }, /SITE_URL.*\/networks/],
  [{ NETWORK_URL_TEMPLATE: 'https://user:x@{network}.example.org' }, /NETWORK_URL_TEMPLATE/],
  [{ NETWORK_URL_TEMPLATE: 'https://example.org/a b/{network}' }, /NETWORK_URL_TEMPLATE/],
  [{ ADMIN_PORT: 'x' }, /ADMIN_PORT/],
  [{ ADMIN_PORT: '70000' }, /ADMIN_PORT/],
  [{ PORT: '8080', ADMIN_PORT: '8080' }, /ADMIN_PORT.*PORT/],
  [{ CLIENT_HEADER: 'x real ip' }, /CLIENT_HEADER/],
];

describe('a configuration that cannot be served', () => {
  for (const [environment, message] of refused) {
    it(`is refused: ${JSON.stringify(environment)}`, () => {
      assert.throws(
        () => parseConfig(environment),
        (error: unknown) =>
          error instanceof ConfigError && message.test(error.message) && !/secret/.test(error.message),
      );
    });
  }
});
