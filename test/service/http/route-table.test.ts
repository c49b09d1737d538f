import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RouteTable, RouteTables } from '../../../service/http/parse-request.ts';

const paths = ['/', '/a', '/a/{slug}.md', '/a/{slug}', '/a/exact', '/b/*file', '/c.{format}', '/s/{id}/*file'];
const table = new RouteTable(
  paths.map((path) => ({ path, kind: 'page', handler: () => undefined })),
  'base',
);

describe('RouteTable', () => {
  const cases: Readonly<Record<string, string | undefined>> = {
    '/': '/',
    '/a': '/a',
    '/a/x': '/a/{slug}',
    '/a/x.md': '/a/{slug}.md',
    '/a/exact': '/a/exact',
    '/a/%2f.md': '/a/{slug}.md',
    '/a/%zz': '/a/{slug}',
    '/b/x/y': '/b/*file',
    '/b/x\u2028y': '/b/*file',
    '/c.json': '/c.{format}',
    '/s/1/2/3': '/s/{id}/*file',
    '/a/': undefined,
    '/A': undefined,
    '/a/x/y': undefined,
    '/a/x/a/y': undefined,
    '/b/': undefined,
    '/cxjson': undefined,
    '/s/1/': undefined,
    '//a': undefined,
    '': undefined,
  };

  for (const [path, route] of Object.entries(cases)) {
    it(`finds ${route ?? 'no route'} for "${path}"`, () => {
      assert.equal(table.find(path)?.route.path, route);
      assert.equal(table.find(path)?.name, route === undefined ? undefined : `base${route}`);
    });
  }
});

describe('RouteTables', () => {
  const route = (path: string) => ({ path, kind: 'page', handler: () => undefined }) as const;
  const nameOf = (onlyNetwork: boolean, network: string | null, path: string) =>
    new RouteTables({ site: [route('/a'), route('/b')], toolbox: [route('/a')], onlyNetwork }).find({ network, path })
      ?.name;

  it('finds routes of the site, and of a toolbox under another name', () => {
    assert.equal(nameOf(false, null, '/a'), '/a');
    assert.equal(nameOf(false, 'aria', '/a'), '{network}/a');
    assert.equal(nameOf(false, 'aria', '/b'), undefined);
  });

  it('finds routes of the site that the toolbox of the only network lacks', () => {
    assert.equal(nameOf(true, 'aria', '/a'), '{network}/a');
    assert.equal(nameOf(true, 'aria', '/b'), '/b');
  });
});
