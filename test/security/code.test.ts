/**
 * No object literal is a map from names that come from outside: `constructor` and `__proto__` would
 * be found in it. Nothing is written as the machine is set.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, readFile, symlink, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { filesBelow } from '../../common/files-below.ts';
import {
  ReadError,
  readBounded,
  readBoundedSync,
  readJson,
  readText,
} from '../../common/read-bounded.ts';
import { projectFolder } from '../support/paths.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';

const folders = ['common', 'model', 'pipeline', 'service'];

const rules: readonly {
  readonly name: string;
  readonly pattern: RegExp;
  readonly instead: string;
}[] = [
  {
    name: 'an object literal is typed as a record of any strings',
    pattern: /: (?:Readonly<)?(?:Record<string,|\{ \[\w+: string\]:)[^=;{}]*=\s*\{/,
    instead: 'use a Map, or Object.fromEntries if the object is only written',
  },
  { name: 'an empty object is cast to a type', pattern: /\{\} as /, instead: 'use a Map' },
  {
    name: 'a name is looked up with `in`',
    pattern: /(?<!for \((?:const|let) )\b[a-z]\w* in [a-z][\w.]*(?=[\s);&|?])/,
    instead: 'use Object.hasOwn',
  },
  {
    name: 'a number or a time is written as the machine is set',
    pattern: /\.toLocale\w*String\(\)|\bIntl\.\w+\(\)/,
    instead: 'name the locale',
  },
];

/** Comments and texts may hold anything. */
function withoutTexts(line: string): string {
  return line
    .replace(/^\s*(?:\/\*\*|\*|\/\/).*$|\/\/ .*$/, '')
    .replace(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`[^`]*`/g, "''");
}

function listSources(folder: string): string[] {
  const names = readdirSync(path.join(projectFolder, folder), {
    recursive: true,
    encoding: 'utf8',
  });
  return names.filter((name) => name.endsWith('.ts')).map((name) => path.join(folder, name));
}

describe('code', () => {
  const files = folders.flatMap(listSources);
  for (const { name, pattern, instead } of rules) {
    it(`nowhere ${name}`, () => {
      const found = files.flatMap((file) =>
        readFileSync(path.join(projectFolder, file), 'utf8')
          .split('\n')
          .flatMap((line, index) =>
            pattern.test(withoutTexts(line)) ? [`${file}:${index + 1}: ${line.trim()}`] : [],
          ),
      );
      assert.deepEqual(found, [], instead);
    });
  }
});

// Everything that comes from outside is read by common/read-bounded.ts: a regular file, up to a
// limit of bytes, and text as UTF-8 only.

const wholeReads =
  /\breadFile(?:Sync)?\b[^;]*from 'node:fs|\.readFile\(|\bcreateReadStream\b|\breadSync\b|stream\/consumers|await [\w.()]*\.(?:text|arrayBuffer|blob|json)\(\)/;
const lenientTexts =
  /toString\('utf-?8'\)|new TextDecoder\((?![^)]*fatal: true)|setEncoding\('utf8'\)/;

/** Files that read in another way, and why they may. */
const readers: Readonly<Record<string, string>> = {
  'common/read-bounded.ts': 'the way to read',
  'common/hash.ts': 'reads parts of a fixed size',
  'common/version.ts': 'package.json of the program',
  'pipeline/commands/check.ts': 'docs/checks.md of the program',
  'pipeline/fingerprint.ts': 'code of the program',
  'pipeline/snapshot/build-folder/lock.ts': 'files of /proc, which state no size',
  'service/files/assets.ts': 'assets of the program',
  'service/files/data-files.ts':
    'a file that is open and has the size and the hash of the manifest',
  'service/mcp/http.ts': "the service's own answer",
  'service/pages/shared/templates.ts': 'templates of the program',
};
const decoders: Readonly<Record<string, string>> = {
  'pipeline/commands/history.ts': 'messages of another command of the program',
  'pipeline/probe/http/robots.ts': 'text of strangers, up to a limit',
  'pipeline/probe/kinds/pages.ts': 'text of strangers, up to a limit',
  'pipeline/probe/kinds/rpc.ts': 'text of strangers, up to a limit',
  'pipeline/rclone.ts': 'messages of rclone, listings and texts up to a limit',
  'pipeline/read/foreign-content.ts': 'looks at the first bytes and keeps nothing of them',
  'pipeline/read/inspect-svg.ts': 'looks for scripts and keeps nothing of the text',
  'pipeline/read/read-sources.ts': 'words of a file that is reported as misplaced',
  'pipeline/read/spreadsheet/assert-whole.ts': 'numbers of rows and places of texts in a workbook',
  'pipeline/read/tables/parse-table.ts':
    'words and the first wrong byte of a file that is reported',
  'pipeline/write/benchmark-files.ts': 'a file that it wrote itself, up to a limit',
  'service/mcp/message-text.ts': 'body of a request, up to a limit',
};

describe('files of the product', () => {
  it('read and decode through the one module, or have a reason', async () => {
    const folders = ['common', 'model', 'pipeline', 'service'];
    const files = folders.flatMap((folder) =>
      filesBelow(path.join(projectFolder, folder)).map((file) => `${folder}/${file}`),
    );
    const code = files.filter((file) => file.endsWith('.ts')).toSorted();
    const texts = await Promise.all(
      code.map((file) => readFile(path.join(projectFolder, file), 'utf8')),
    );
    const matching = (pattern: RegExp) =>
      code.filter((_, index) => pattern.test(texts[index] ?? ''));
    assert.deepEqual(matching(wholeReads), Object.keys(readers).toSorted());
    assert.deepEqual(matching(lenientTexts), Object.keys(decoders).toSorted());
  });
});

/** Templates of pages with values that are HTML already; all others are escaped. */
const unescaped: Readonly<Record<string, string>> = {
  'answer/answer-picture.mustache': 'style',
  'answer/answer.mustache': 'style',
  'compare/compare-line.mustache': '.',
  'compare/compare.mustache': '.',
  'crawlers/robots.mustache': 'sitemap',
  'layout/head.mustache': 'structured trail',
  'mcp-gateway/mcp-gateway.mustache': '.',
  'offer-table/by.mustache': 'nameHtml nameHtml nameHtml',
  'offer-table/fact.mustache': '.',
  'offer-table/fold.mustache': 'facts',
  'offer-table/offer.mustache': 'cells',
  'profile/profile.mustache': 'lines',
  'rpc-endpoints/rpc-endpoints.mustache': '.',
  'toolbox/results.mustache': 'lines',
};

describe('templates of pages', () => {
  it('escape each value, except those that are HTML already', () => {
    const files = filesBelow(path.join(projectFolder, 'templates')).toSorted();
    const found = files.flatMap((file) => {
      if (!file.endsWith('.mustache') || file.startsWith('texts/')) return [];
      const text = readFileSync(path.join(projectFolder, 'templates', file), 'utf8');
      const names = Array.from(text.matchAll(/\{\{(?:\{|& ?)([\w.]+)/g), ([, name]) => name);
      return names.length === 0 ? [] : [[file, names.join(' ')]];
    });
    assert.deepEqual(Object.fromEntries(found), unescaped);
  });
});

describe('readBounded', () => {
  it('reads a regular file, and refuses others and large ones at once', async (t) => {
    const folder = await makeTemporaryFolder(t);
    const place = (name: string) => path.join(folder, name);
    await writeFile(place('file'), '{"a":"é"}');
    await writeFile(place('latin'), Buffer.from('"\xe9"', 'latin1'));
    await writeFile(place('huge'), '');
    await truncate(place('huge'), 3 * 2 ** 30);
    await mkdir(place('folder'));
    await symlink('/dev/zero', place('device'));
    await symlink('file', place('link'));
    execFileSync('mkfifo', [place('fifo')]);
    assert.equal(String(await readBounded(place('file'), 10)), '{"a":"é"}');
    assert.equal(String(readBoundedSync(place('link'), 10, true)), '{"a":"é"}');
    assert.deepEqual(await readJson(place('file'), 10), { a: 'é' });
    for (const [name, message] of [
      ['file', 'has 10 bytes; the limit is 9'],
      ['huge', 'has 3221225472 bytes; the limit is 9'],
      ['folder', 'is not a regular file'],
      ['fifo', 'is not a regular file'],
    ] as const) {
      const expected = { name: ReadError.name, message: `${place(name)} ${message}` };
      await assert.rejects(readBounded(place(name), 9), expected);
      assert.throws(() => readBoundedSync(place(name), 9), expected);
    }
    assert.throws(() => readBoundedSync(place('device'), 9, true), /device is not a regular file$/);
    await assert.rejects(readBounded(place('link'), 10), { code: 'ELOOP' });
    assert.equal(await readText(place('latin'), 10), '');
    assert.equal(await readJson(place('latin'), 10), undefined);
    // It states no size.
    assert.equal(readBoundedSync('/proc/self/status', 10).length, 0);
  });
});
