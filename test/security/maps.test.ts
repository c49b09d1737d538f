/** No object literal is a map from names that come from outside: `constructor` and `__proto__` would be found in it. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { projectFolder } from '../support/paths.ts';

const folders = ['common', 'model', 'pipeline', 'service'];

const rules: readonly { readonly name: string; readonly pattern: RegExp; readonly instead: string }[] = [
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
];

/** Comments and texts may hold anything. */
function withoutTexts(line: string): string {
  return line
    .replace(/^\s*(?:\/\*\*|\*|\/\/).*$|\/\/ .*$/, '')
    .replace(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`[^`]*`/g, "''");
}

function listSources(folder: string): string[] {
  const names = readdirSync(path.join(projectFolder, folder), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith('.ts')).map((name) => path.join(folder, name));
}

describe('objects as maps', () => {
  const files = folders.flatMap(listSources);
  for (const { name, pattern, instead } of rules) {
    it(`nowhere ${name}`, () => {
      const found = files.flatMap((file) =>
        readFileSync(path.join(projectFolder, file), 'utf8')
          .split('\n')
          .flatMap((line, index) => (pattern.test(withoutTexts(line)) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
      );
      assert.deepEqual(found, [], instead);
    });
  }
});
