/** The texts of docs/analysts.md for engines that the project has, on a snapshot of `sources/`. `npm run engines` runs the others. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it } from 'node:test';
import { type Answer, engines } from '../../bench/engines/engines.ts';
import { questionsOf, readRecipes } from '../../bench/engines/recipes.ts';
import { directory } from '../support/directory.ts';
import { useService } from '../support/service-server.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';

describe('docs/analysts.md', () => {
  const { service, built } = useService(directory);

  it('answers every question the same in DuckDB and with hyparquet, from files and over HTTP', async (t) => {
    const recipes = await readRecipes();
    const folder = await makeTemporaryFolder(t);
    const { manifest } = service().holder.current ?? {};
    const place = {
      snapshot: path.join(built().build, 'current'),
      address: `${service().url}/snapshots/${manifest?.id}`,
    };
    const expected = new Map<string, Answer>();
    const own = engines.filter(({ packages }) => packages.length === 0);
    assert.equal(own.length, 3);
    for (const engine of own) {
      const { answer } = await engine.open({ recipes, place, folder }, engine.recipe);
      for (const question of questionsOf(recipes).keys()) {
        const rows = await answer(question);
        assert.ok(rows.length > 0, `${engine.name}: ${question}`);
        assert.deepEqual(rows, expected.get(question) ?? rows, `${engine.name}: ${question}`);
        expected.set(question, rows);
      }
    }
  });
});
