/** docs/analysts.md names the engines that `npm run engines` runs, and has what they run. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { engines } from '../../bench/engines/engines.ts';
import { questionsOf, readRecipes } from '../../bench/engines/recipes.ts';
import { readDocument } from '../support/documents.ts';

describe('docs/analysts.md', () => {
  it('says of each engine whether it is run', async () => {
    const rows = [...(await readDocument('docs/analysts.md')).matchAll(/^\| \[(.+?)\]\(#.*?\) \| .* \| (.+) \|$/gm)];
    const marked = rows.map(([, name = '', mark = '']) => [name, mark.replace(/, with .*/, '')] as const);
    const placesOf = (name: string) => {
      const run = engines.filter((engine) => engine.name.replace(/, HTTP$|^nodejs-/g, '').toLowerCase() === name);
      return run.map((engine) => (engine.name.endsWith('HTTP') ? 'HTTP' : 'files')).join(' and ');
    };
    const expected = marked.map(([name]) => {
      const places = placesOf(name.toLowerCase());
      return [name, places === '' ? 'no' : `yes, ${places}`];
    });
    assert.deepEqual(marked, expected);
    assert.equal(marked.filter(([, mark]) => mark.startsWith('yes')).length, 5);
  });

  it('has what every engine needs, and an answer in JavaScript to every question', async () => {
    const recipes = await readRecipes();
    for (const { name, recipe } of engines) assert.ok(recipes.has(recipe), name);
    const functions = [...(recipes.get('answers') ?? '').matchAll(/^export async function (\w+)\(read\)/gm)];
    assert.deepEqual(
      functions.map(([, name]) => name),
      [...questionsOf(recipes).keys()],
    );
  });
});
