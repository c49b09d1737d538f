import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { parseConfig } from '../../service/config.ts';
import { type LocatedPath, normalizeHost, Urls } from '../../service/urls.ts';

function urlsOf(environment: Record<string, string>): Urls {
  return new Urls(parseConfig(environment));
}

const site = { SITE_URL: 'https://example.org' };
const prefixed = { SITE_URL: 'https://example.org/directory' };
const hosts = { ...site, NETWORK_URL_TEMPLATE: 'https://{network}.example.org' };
const middle = { ...site, NETWORK_URL_TEMPLATE: 'https://example.org/n/{network}/tools' };
const affixed = { ...site, NETWORK_URL_TEMPLATE: 'https://example.org/on-{network}-now' };
const hostAndPath = { ...site, NETWORK_URL_TEMPLATE: 'https://{network}.example.org/tools' };
const only = { ...site, ONLY_NETWORK: 'aria' };
const onlyPrefixed = { ...prefixed, ONLY_NETWORK: 'aria' };

const environments: Readonly<Record<string, Record<string, string>>> = {
  ...{ site, prefixed, hosts, middle, affixed, hostAndPath, only, onlyPrefixed },
};

/** Environment, address -> network, path. */
const places = `
  # The site, and a network by its path, on whatever host.
  site example.org/ -> - /
  site example.org/api/networks -> - /api/networks
  site example.org/networks/aria/x/y -> aria /x/y
  site example.org/networks/aria -> aria /
  site example.org/networks/aria/ -> aria /
  site example.org/networks/ -> - /networks/
  site example.org/networks/nope/ -> nope /
  site 10.0.0.1:8080/networks/aria/x -> aria /x
  site /networks/aria/x -> aria /x
  # A prefix that a proxy passes on or cuts off.
  prefixed example.org/directory/api/networks -> - /api/networks
  prefixed example.org/api/networks -> - /api/networks
  prefixed example.org/directory -> - /
  prefixed example.org/directory2/x -> - /directory2/x
  prefixed example.org/directory/networks/aria/x -> aria /x
  prefixed example.org/networks/aria/x -> aria /x
  # A network by its host, without regard to case.
  hosts aria.example.org/toolbox/apis -> aria /toolbox/apis
  hosts Aria.Example.ORG/ -> aria /
  hosts example.org/api/networks -> - /api/networks
  hosts other.test/x -> - /x
  hosts /x -> - /x
  hosts aria-example.org/x -> - /x
  hostAndPath aria.example.org/tools/x -> aria /x
  hostAndPath aria.example.org/x -> aria /x
  # A network in the middle of a path, and inside of a word.
  middle example.org/n/aria/tools/x -> aria /x
  middle example.org/n/aria/tools -> aria /
  middle example.org/n/aria/x -> - /n/aria/x
  affixed example.org/on-aria-now/x -> aria /x
  # Everything as the only network.
  only example.org/toolbox/apis -> aria /toolbox/apis
  onlyPrefixed example.org/directory/x -> aria /x`;

function parseLine(line: string) {
  const [, name = '', host = '', from = '', network = '', path = ''] =
    /^ *(\w+) ([^/]*)(\S+) -> (\S+) (\S+)$/.exec(line) ?? assert.fail(line);
  return { name, host, from, network, path };
}

describe('Urls.placeOf', () => {
  for (const line of places.split('\n').filter((each) => each.includes('->'))) {
    it(`reads${line.slice(1)}`, () => {
      const { name, host, from, network, path } = parseLine(line);
      const place: LocatedPath = urlsOf(environments[name] ?? {}).locate(host, from);
      assert.deepEqual(place, { network: network === '-' ? null : network, path });
    });
  }

  it('finds the site where its host looks like that of a network', () => {
    const urls = urlsOf({
      SITE_URL: 'https://www.example.org',
      NETWORK_URL_TEMPLATE: 'https://{network}.example.org',
    });
    assert.deepEqual(urls.locate('www.example.org', '/api/networks'), {
      network: null,
      path: '/api/networks',
    });
    assert.deepEqual(urls.locate('aria.example.org', '/'), { network: 'aria', path: '/' });
  });
});

/** Environment, address -> network, path of its address in another layout. */
const moved = `
  site example.org/networks/aria/x -> - -
  site aria.example.org/x -> aria /x
  site a.b.example.org/x -> - -
  site aria.example.net/x -> - -
  prefixed aria.example.org/directory/x -> aria /x
  hosts example.org/networks/aria/x -> aria /x
  hosts example.org/networks/aria -> aria /
  hosts aria.example.org/x -> - -
  middle example.org/networks/aria/x -> aria /x
  middle example.org/n/aria/tools/x -> - -
  only example.org/networks/aria/x -> aria /x
  only aria.example.org/x -> aria /x
  only example.org/x -> - -
  onlyPrefixed example.org/directory/networks/bora/x -> bora /x`;

describe('Urls.movedFrom', () => {
  it('finds what an address names in another layout, below the host of the site', () => {
    for (const line of moved.split('\n').slice(1)) {
      const { name, host, from, network, path } = parseLine(line);
      const found = urlsOf(environments[name] ?? {}).movedFrom(host, from);
      assert.deepEqual(found, network === '-' ? null : { network, path }, line);
    }
  });
});

describe('Urls with capitals in the host template', () => {
  it('finds the network, as host names have no case', () => {
    const urls = urlsOf({ ...site, NETWORK_URL_TEMPLATE: 'https://{network}.Example.ORG' });
    assert.deepEqual(urls.locate('aria.example.org', '/x'), { network: 'aria', path: '/x' });
  });
});

it('normalizeHost takes names, addresses and ports up to 65535, and nothing else', () => {
  const hosts = [
    'A.example.',
    'a:65535',
    'a:080',
    'a:',
    '[::1]:8080',
    'a.example.:8080',
    '__proto__.example',
    '127.0.0.1:80',
  ];
  const expected = [
    'a.example',
    'a:65535',
    'a:80',
    'a',
    '[::1]:8080',
    'a.example:8080',
    '__proto__.example',
    '127.0.0.1:80',
  ];
  assert.deepEqual(hosts.map(normalizeHost), expected);
  const refused =
    'a:65536 a:99999 a:x a:8a [::z] [zz] [::1 [::1]x a..example .example a.example.. a%2eb a/x a?x a#x u@a a,b <b>.a "x".a a\'.a a\\.a \xe4.a :80';
  for (const host of [
    ...refused.split(' '),
    'a b',
    '',
    `${'a'.repeat(64)}.example`,
    `${'a.'.repeat(5000)}org`,
  ])
    assert.equal(normalizeHost(host), null, host.slice(0, 40));
});

describe('Urls.to', () => {
  const cases: readonly (readonly [Record<string, string>, string | null, string, string])[] = [
    [site, null, '/api/networks', 'https://example.org/api/networks'],
    [site, 'aria', '/', 'https://example.org/networks/aria/'],
    [prefixed, null, '/', 'https://example.org/directory/'],
    [prefixed, 'aria', '/x', 'https://example.org/directory/networks/aria/x'],
    [hosts, 'aria', '/x', 'https://aria.example.org/x'],
    [middle, 'aria', '/x', 'https://example.org/n/aria/tools/x'],
    [only, 'aria', '/x', 'https://example.org/x'],
    [only, 'bora', '/x', 'https://example.org/networks/bora/x'],
  ];
  for (const [environment, network, path, address] of cases) {
    it(`writes ${address}`, () => {
      assert.equal(urlsOf(environment).to(network, path), address);
    });
  }

  it('leaves out parameters that say nothing and encodes the others', () => {
    const parameters = { search: 'a&b c', page: 2, none: null, blank: '', missing: undefined };
    assert.equal(
      urlsOf(site).to(null, '/x', parameters),
      'https://example.org/x?search=a%26b+c&page=2',
    );
    assert.equal(urlsOf(site).to(null, '/x', { none: null }), 'https://example.org/x');
  });
});

describe('Urls.href', () => {
  const cases: readonly (readonly [
    Record<string, string>,
    from: string | null,
    to: string | null,
    href: string,
  ])[] = [
    [site, null, null, '/x'],
    [site, null, 'aria', '/networks/aria/x'],
    [site, 'aria', null, '/x'],
    [prefixed, null, null, '/directory/x'],
    [prefixed, 'aria', 'bora', '/directory/networks/bora/x'],
    [hosts, null, null, '/x'],
    [hosts, 'aria', 'aria', '/x'],
    [hosts, 'aria', 'bora', 'https://bora.example.org/x'],
    [hosts, 'aria', null, 'https://example.org/x'],
    [hosts, null, 'aria', 'https://aria.example.org/x'],
    [only, 'aria', 'aria', '/x'],
  ];
  for (const [environment, from, to, href] of cases) {
    it(`from ${from ?? 'the site'} to ${to ?? 'the site'} is ${href}`, () => {
      assert.equal(urlsOf(environment).href(from, to, '/x'), href);
    });
  }

  it('never begins with two slashes, which would name another host', () => {
    for (const environment of [site, prefixed, hosts, middle, only]) {
      assert.doesNotMatch(urlsOf(environment).href(null, null, '/'), /^\/\//);
    }
  });
});

describe('Urls.app', () => {
  const urls = urlsOf({ ...site, APP_URL: 'https://App.example:443/base/' });

  it('is below APP_URL', () => {
    assert.equal(urls.app('/rpc'), 'https://app.example/base/rpc');
    assert.equal(urls.app('/rpc?a=1#b'), 'https://app.example/base/rpc?a=1#b');
    assert.equal(urlsOf(site).app('/rpc'), null);
  });

  it('never leads out of it, whatever the path', () => {
    for (const path of ['/../x', '/a/../../x', '/%2e%2e/x', '/\\..\\..\\x'])
      assert.equal(urls.app(path), null, path);
    const text = fc.array(
      fc.constantFrom('/', '\\', '.', '..', '@', ':', '?', '#', 'a', '%2e', '\t', '//evil.example'),
    );
    fc.assert(
      fc.property(text, (parts) => {
        const href = urls.app(`/${parts.join('')}`);
        assert.ok(
          href === null || new URL(href).href.startsWith('https://app.example/base/'),
          String(href),
        );
      }),
    );
  });
});

describe('Urls.source', () => {
  const place = { file: 'references/offers/apis.csv', line: 3 };
  it('is null without SOURCE_URL, and for an unknown place', () => {
    assert.equal(urlsOf(site).source(place), null);
    assert.equal(urlsOf({ ...site, SOURCE_URL: 'https://code.example/x' }).source(undefined), null);
  });
  it('is below SOURCE_URL', () => {
    const { view } = urlsOf({ ...site, SOURCE_URL: 'https://code.example/x/' }).source(place) ?? {};
    assert.equal(view, 'https://code.example/x/references/offers/apis.csv#L3');
  });
});

describe('Urls.shared', () => {
  it('is of the site where a network is on the same origin, else of the network', () => {
    const addressIn = (environment: Record<string, string>) =>
      urlsOf(environment).shared('aria', '/assets/a');
    assert.deepEqual(
      [site, prefixed, middle, hosts, hostAndPath, only].map(addressIn),
      '/assets/a /directory/assets/a /assets/a /assets/a /tools/assets/a /assets/a'.split(' '),
    );
  });
});

describe('Urls: what is written is read back', () => {
  const key = fc.stringMatching(/^[a-z0-9]{1,8}(-[a-z0-9]{1,5}){0,2}$/);
  const path = fc.stringMatching(/^(\/[a-z0-9._~%-]{1,6}){0,3}\/?$/).filter((text) => text !== '');

  for (const [name, environment] of Object.entries({
    site,
    prefixed,
    hosts,
    middle,
    affixed,
    hostAndPath,
  })) {
    const urls = urlsOf(environment);

    it(`placeOf finds the network and the path of its address (${name})`, () => {
      fc.assert(
        fc.property(key, path, (network, rest) => {
          assert.deepEqual(read(urls, urls.to(network, rest)), { network, path: rest });
        }),
      );
    });

    it(`placeOf finds the site and the path of its address (${name})`, () => {
      fc.assert(
        fc.property(path, (rest) => {
          fc.pre(!/^\/(networks|n|on-)/.test(rest));
          assert.deepEqual(read(urls, urls.to(null, rest)), { network: null, path: rest });
        }),
      );
    });

    it(`href leads from everywhere to where the full address leads (${name})`, () => {
      fc.assert(
        fc.property(fc.option(key), fc.option(key), path, (from, to, rest) => {
          const page = urls.to(from, '/');
          assert.equal(
            new URL(urls.href(from, to, rest), page).href,
            new URL(urls.to(to, rest)).href,
          );
        }),
      );
    });
  }
});

/** What a request for the address would be taken for. */
function read(urls: Urls, address: string): LocatedPath {
  const [, host = '', path = ''] = /^https?:\/\/([^/]*)(.*)$/.exec(address) ?? [];
  return urls.locate(host, path);
}
