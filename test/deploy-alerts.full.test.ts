/** deploy/alerts.yml: its own tests, its metrics, and its alerts in the documentation. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { describe, it } from 'node:test';
import { parse } from 'yaml';
import { Metrics } from '../service/metrics.ts';
import { SnapshotHolder } from '../service/snapshot/holder.ts';
import { namesIn, readDocument } from './support/documents.ts';
import { projectFolder } from './support/paths.ts';

interface Rules {
  readonly groups: readonly {
    readonly rules: readonly { readonly alert: string; readonly expr: string }[];
  }[];
}

const isMissing = spawnSync('promtool', ['--version']).error !== undefined;
const reason = 'promtool is not installed: it is in the package prometheus of Debian';
if (isMissing) process.stderr.write(`the tests of deploy/alerts.yml are skipped: ${reason}\n`);

async function readRules() {
  const { groups }: Rules = parse(await readDocument('deploy/alerts.yml'));
  return groups.flatMap(({ rules }) => rules);
}

describe('deploy/alerts.yml', () => {
  for (const [kind, file] of [
    ['check', 'deploy/alerts.yml'],
    ['test', 'deploy/alerts.test.yml'],
  ] as const) {
    it(`passes promtool ${kind} rules`, { skip: isMissing && reason }, () => {
      const words = [kind, 'rules', path.join(projectFolder, file)];
      const { status, stdout, stderr } = spawnSync('promtool', words, { encoding: 'utf8' });
      assert.equal(status, 0, `${stdout}${stderr}`);
    });
  }

  it('asks for metrics that the service reports, which pass promtool check metrics', async () => {
    const deps = {
      holder: new SnapshotHolder(),
      now: () => new Date(),
      restarts: 0,
      buildDir: '/nowhere',
    };
    const metrics = new Metrics({ ...deps, isRefused: () => false, countDamaged: async () => 0 });
    metrics.addQueue({ waiting: {}, refused: {} });
    const reported = await metrics.registry.metrics();
    if (!isMissing) {
      const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], {
        input: reported,
      });
      assert.equal(status, 0, `${stdout}${stderr}`);
    }
    for (const { alert, expr } of await readRules()) {
      const named = expr.match(/directory_\w+/g) ?? [];
      assert.ok(named.length > 0 || alert === 'DirectoryDown', alert);
      for (const name of named)
        assert.ok(reported.includes(`# TYPE ${name} `), `${alert}: ${name}`);
    }
  });

  it('has no alert on the age of the data alone', async () => {
    for (const { alert, expr } of await readRules())
      assert.doesNotMatch(expr, /snapshot_age/, alert);
  });

  it('has the alerts that docs/operate.md names, and a test for each', async () => {
    const alerts = (await readRules()).map(({ alert }) => alert);
    assert.deepEqual(namesIn(await readDocument('docs/operate.md'), 'Alerts'), alerts);
    const tests = await readDocument('deploy/alerts.test.yml');
    for (const alert of alerts) assert.match(tests, new RegExp(`\\b${alert}\\b`));
  });
});
