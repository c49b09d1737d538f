import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { link, probeWorld, serve } from '../../support/probe-world.ts';
import { afterAll } from '../../support/temporary-folder.ts';

const all = 'User-agent: *\n';

/** A file, a path that it excludes, if any, and one that it does not. */
const honest: readonly (readonly [
  name: string,
  file: string,
  excluded: string,
  allowed: string,
])[] = [
  ['a prefix', `${all}Disallow: /a/`, '/a/b', '/a'],
  ['a wildcard', `${all}Disallow: /a*c`, '/abcd', '/ab'],
  ['several wildcards', `${all}Disallow: /*b**/*.pdf`, '/ab/c/d.pdf', '/b.pdf'],
  ['an end', `${all}Disallow: /*.pdf$`, '/a.pdf.pdf', '/a.pdf?x=1'],
  ['an end without a wildcard', `${all}Disallow: /a$`, '/a', '/aa'],
  ['a wildcard before the end', `${all}Disallow: /a*$`, '/ab', '/b'],
  ['a query', `${all}Disallow: /*?sort=`, '/a?sort=up', '/a?page=2'],
  ['the longest rule', `${all}Disallow: /a\nAllow: /a/b`, '/a/c', '/a/b'],
  ['Allow of the same length', `${all}Disallow: /a\nAllow: /a\nDisallow: /b`, '/b', '/a'],
  ['a longer Disallow', `${all}Allow: /a\nDisallow: /a/b`, '/a/b', '/a/c'],
  [
    'a wildcard, which counts as a character',
    `${all}Allow: /a/b\nDisallow: /*/b/c`,
    '/a/b/c',
    '/a/b',
  ],
  [
    'a group that goes on after the map of the site',
    `${all}Disallow: /a\nSitemap: /x\nDisallow: /b`,
    '/b',
    '/c',
  ],
  [
    'a second group of the same agent',
    `${all}Disallow: /a\n\nUser-agent: y\nDisallow: /c\n\n${all}Disallow: /b`,
    '/b',
    '/c',
  ],
  ['percent encoding', `${all}Disallow: /%c3%a9*é`, '/é/%C3%A9', '/%C3'],
  ['an own group', `${all}Disallow: /a\nUser-agent: Probe-Test/9\nDisallow: /b`, '/b', '/a'],
  [
    'an own group without rules',
    `${all}Disallow: /\nUser-agent: x\nDisallow: /a\nUser-agent: probe-test\nDisallow:`,
    '',
    '/a',
  ],
  [
    'a group of several agents',
    'User-agent: x\nUser-agent: probe-test\nDisallow: /a\nUser-agent: y\nDisallow: /b',
    '/a',
    '/b',
  ],
  [
    'comments, line ends and a mark',
    `\ufeffuser-agent : * # all\r\n# x\rDISALLOW:/a # y\r\n`,
    '/a',
    '/b',
  ],
];

const fileBytes = 512 * 1024;
const fill = (line: string) =>
  all + `${line}\n`.repeat(Math.floor((fileBytes - all.length) / (line.length + 1)));

const hostile: Readonly<Record<string, string>> = {
  'one rule of wildcards': `${all}Disallow: /${'*'.repeat(fileBytes - 40)}b`,
  'many rules': fill('Disallow:*ab'),
  'long rules': fill(`Disallow:*b${'a'.repeat(1900)}`),
  'many groups and rules': `${all.repeat(18_000)}${'Disallow:/x\n'.repeat(20_000)}`,
  escapes: fill('Disallow:%2a*%2a*%2a'),
};

describe('robots.txt', () => {
  const cleanUp = afterAll();
  const listen = (file: string) =>
    serve(
      (request, response) => response.end(request.url === '/robots.txt' ? file : 'page'),
      cleanUp,
    );

  for (const [name, file, excluded, allowed] of honest)
    it(`excludes by ${name}`, async () => {
      const origin = `http://pages.world.dev:${await listen(file)}`;
      const paths = excluded === '' ? [allowed] : [allowed, excluded];
      const { readings } = await probeWorld(paths.map((path) => link(`${origin}${path}`)));
      const results = readings.map(({ result }) => result);
      assert.deepEqual(results, ['answered', 'disallowed'].slice(0, paths.length));
    });

  for (const [status, result] of [
    [404, 'answered'],
    [403, 'answered'],
    [429, 'disallowed'],
    [499, 'answered'],
    [500, 'disallowed'],
  ] as const)
    it(`is ${result} with status ${status}`, async () => {
      const port = await serve((request, response) => {
        response.writeHead(request.url === '/robots.txt' ? status : 200).end(`${all}Disallow: /`);
      }, cleanUp);
      const { readings } = await probeWorld([link(`http://pages.world.dev:${port}/a`)]);
      assert.equal(readings[0]?.result, result);
    });

  for (const [name, file] of Object.entries(hostile))
    it(`takes little time for ${name}`, async () => {
      const origin = `http://pages.world.dev:${await listen(file)}`;
      const { user: before } = process.cpuUsage();
      const { readings } = await probeWorld([link(`${origin}/${'a'.repeat(3900)}`)]);
      const milliseconds = (process.cpuUsage().user - before) / 1000;
      assert.equal(readings.length, 1);
      // Far more than it takes, for a busy machine and the server of this test.
      assert.ok(milliseconds < 5000, `${milliseconds} ms of CPU`);
    });
});
