/** Files that are no tables: each is one problem, and nothing follows from it. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { checkTree, describeProblems } from '../../support/check-tree.ts';
import { png } from '../../support/images.ts';
import { everyNth } from '../../support/lane.ts';
import { projectFolder } from '../../support/paths.ts';
import { readTree, type Tree } from '../../support/source-tree.ts';

const starter: Tree = readTree(path.join(projectFolder, 'docs/starter'));

const tables = Object.keys(starter).filter((name) => name.endsWith('.csv'));

const lfs =
  'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 12345\n';
const hash = '1234567890abcdef1234567890abcdef12345678';

/** What each content is said to be. */
const kinds: readonly (readonly [what: string, ...contents: (string | Uint8Array)[]])[] = [
  ['a pointer of Git LFS', lfs, lfs.replaceAll('\n', '\r\n'), `\ufeff${lfs}`],
  ['a pointer of git-annex', '/annex/objects/SHA256E-s1--abc.csv\n'],
  [
    'a web page',
    '<!DOCTYPE html>\n<html><head><title>Sign in</title></head>\n<body class="a, b">"x"</body></html>\n',
    '\n\n<html>\n<p>Hello, world</p>',
    '<table><tr><td>slug</td><td>provider</td></tr></table>',
  ],
  ['an XML document', '<?xml version="1.0"?>\n<Error><Code>AccessDenied</Code></Error>\n'],
  [
    'the answer of a server',
    ...['404: Not Found', '404 page not found\n', 'Not Found', '403 Forbidden\n', 'Access denied.'],
    ...['Found. Redirecting to /login', '429 Too Many Requests', 'error code: 1020'],
    ...['HTTP/1.1 200 OK\nContent-Type: text/csv\n\nslug,provider\na,b\n', 'Bad credentials'],
  ],
  [
    'of a link that was written as a text',
    ...['../all-networks/hosting.csv', 'hosting.csv', '/data/offers.csv\n', '..\\x\\hosting.csv'],
    'XSym\n0011\n0123456789abcdef0123456789abcdef\n../a/b.csv\n',
  ],
  [
    'a patch',
    'diff --git a/x.csv b/x.csv\nindex 111..222 100644\n--- a/x.csv\n+++ b/x.csv\n@@ -1 +1 @@\n-a,"B"\n',
    '--- a/x.csv\n+++ b/x.csv\n@@ -1 +1 @@\n-a,b\n+a,c\n',
    `From ${hash} Mon Sep 17 00:00:00 2001\nFrom: A <a@b.io>\nSubject: x, y\n`,
    `commit ${hash}\nAuthor: A <a@b.c>\n\n    x, "y\n`,
  ],
  [
    'a Markdown document',
    '# Offers\n\n| slug | provider |\n|---|---|\n| a | B, "c" |\n',
    '| slug | provider |\n|------|----------|\n| a | B |\n',
    'Offers\n======\n\nA, b "c.\n',
  ],
  [
    'a YAML file',
    'slug: a\nprovider: B\nlist:\n  - "x, y"\n',
    '---\n- slug: a\n  provider: "B, c"\n',
    'offers:\n  - slug: a\n    provider: B, C\n',
  ],
  [
    'a JSON file',
    '{"message":"Not Found","status":"404"}',
    '[\n  {"slug": "a", "provider": "B"}\n]',
    '{"a":1,"b":2}\n{"a":3,"b":4}\n',
  ],
  ['a file of settings', '[package]\nname = "x"\nversion = "1, 2"\n'],
  ['a script for a database', '-- dump\nCREATE TABLE offers (slug text, provider text);\n'],
  ['a program', '#!/bin/sh\necho "a, b\n', "import { a, b } from './x.ts';\n"],
  ['a gzip archive', gzipSync('slug,provider\na,b\n')],
  ['a Parquet file', 'PAR1\x15\x04\x15,x\nabc"PAR1'],
  ['an SQLite database', 'SQLite format 3\0\x10\0\x01\x01'],
  ['a workbook or another archive', 'PK\x03\x04\x14\0\0\0'],
  ['an old workbook of Excel', Buffer.from('d0cf11e0a1b11ae1000000', 'hex')],
  ['a PDF document', '%PDF-1.7\n1 0 obj\n'],
  ['an image', png],
  ['one of another program', Buffer.from('00ff12ab00cd7f9934ee', 'hex')],
  ['nothing but NUL characters', new Uint8Array(5000), '\0'],
  ['a file that git-crypt encrypted', '\0GITCRYPT\0abc'],
  ['an encrypted file', '$ANSIBLE_VAULT;1.1;AES256\n3333\n'],
  ['a text with drawn lines', ' slug | provider \n------+----------\n a    | b\n'],
  [
    'a text, not a table: its first line is "',
    'Hello world',
    'This file has the offers, see the "sheet.\nAsk Bob.\n',
    'Please see https://docs.google.com/spreadsheets/d/abc/edit\n',
    '# Offers\nThis is the list of "offers, all of them.\n',
    'key = "v"\n[table]\nx = 1, 2\n',
    '2026-01-01 10:00:00 INFO started, "x\n',
  ],
  [
    'line 1 has no column of this table: "',
    ...['hello', 'weight,height\n3,red\n', 'Sorry, unable to open the file.\n\nTry again.\n'],
    'weight,height x\n3,"red\n4\n',
  ],
];

describe('files that are no tables', () => {
  for (const [what, ...contents] of kinds)
    it(`are ${what}`, async (t) => {
      const cases = contents.flatMap((content) => tables.map((file) => ({ file, content })));
      for (const { file, content } of everyNth(5, cases)) {
        const { problems } = await checkTree(t, { ...starter, [file]: content });
        const [told = '', ...others] = describeProblems(problems);
        assert.deepEqual(others, [], told);
        assert.ok(told.startsWith(`error ${file}`) && told.endsWith('[not-a-table]'), told);
        assert.ok(told.includes(what), told);
      }
    });
});

describe('tables that look like something else', () => {
  const table = (header: string, line: string) => `${header}\n${line}\n`;
  const texts = [
    ['a title above the header', table('# Offers of hosting', 'slug,provider')],
    ['a header alone', 'slug\n'],
    ['semicolons', table('set;copy;slug', 'a;b;c')],
    ['a first column of a word of programs', table('import,slug', 'a,b')],
    ['a blank header', table(',', 'a,b')],
  ] as const;
  for (const [what, text] of texts)
    it(`are told as before: ${what}`, async (t) => {
      const { problems } = await checkTree(t, {
        ...starter,
        'references/offers/hosting.csv': text,
      });
      assert.ok(!problems.some(({ rule }) => rule === 'not-a-table'));
    });
});
