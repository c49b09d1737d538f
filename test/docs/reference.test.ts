/** Reference pages compared with the code that they describe. */
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { filterKinds } from '../../model/columns.ts';
import { probeKinds } from '../../model/probes.ts';
import { exportFormats } from '../../service/api/rows/export-formats.ts';
import { createService } from '../../service/app.ts';
import { configVariables, parseConfig } from '../../service/config.ts';
import { createLog } from '../../service/log.ts';
import { tools } from '../../service/mcp/call-tool.ts';
import { adminRoutes, siteRoutes, toolboxRoutes } from '../../service/routes.ts';
import { listDocuments, namesIn, readDocument } from '../support/documents.ts';
import { projectFolder } from '../support/paths.ts';

const configuration = 'docs/configuration.md';

async function createQuietService() {
  const log = createLog('silent', { write: () => undefined });
  return createService({ config: parseConfig({}), log, now: () => new Date() });
}

describe('docs/configuration.md', () => {
  it('names every make target', async () => {
    const targets = [...(await readDocument('Makefile')).matchAll(/^([a-z-]+):.*##/gm)].map(([, name = '']) => name);
    const named = namesIn(await readDocument(configuration), 'Make targets').filter((name) => name.startsWith('make '));
    assert.deepEqual(named.toSorted(), targets.map((name) => `make ${name}`).toSorted());
  });

  it('names every make variable', async () => {
    const help = [...(await readDocument('Makefile')).matchAll(/^[a-z-]+:.*##(.*)/gm)].map(([, text = '']) => text);
    const variables = help.flatMap((text) => [...text.matchAll(/\b([A-Z_]+)=/g)].map(([, name = '']) => name));
    const named = namesIn(await readDocument(configuration), 'Make variables');
    assert.deepEqual(named.toSorted(), [...new Set(variables)].toSorted());
  });

  it('names every variable of the service with its default', async () => {
    const text = await readDocument(configuration);
    assert.deepEqual(namesIn(text, 'Service variables').toSorted(), [...configVariables].toSorted());
    const [section = ''] = text.split('\n## Make');
    const defaults = [...section.matchAll(/^\| `([A-Z_]+)` \| `([^`<]+)` \|/gm)];
    assert.ok(defaults.length >= 10);
    for (const [, name = '', value] of defaults)
      assert.deepEqual(parseConfig({ [name]: value }), parseConfig({}), name);
  });
});

/** Tables that a guide of CONTRIBUTING.md says to add a line to. */
describe('tables of documents', () => {
  const tables = [
    ['docs/reference/lists.md', 'Filters', filterKinds],
    ['docs/reference/lists.md', 'Exports', Object.keys(exportFormats)],
    ['docs/mcp.md', 'Tools', tools.map(({ name }) => name)],
    ['docs/probes.md', 'What is probed', probeKinds],
  ] as const;
  for (const [file, heading, names] of tables) {
    it(`name everything: ${file}, ${heading}`, async () => {
      const named = new Set(namesIn(await readDocument(file), heading));
      assert.deepEqual(
        names.filter((name) => !named.has(name)),
        [],
      );
    });
  }
});

describe('Makefile', () => {
  it('echoes no recipe on the way to a report, which may be redirected into a file', async () => {
    const [recipes = ''] = (await readDocument('Makefile')).split('\ntest-fast:');
    const echoed = recipes
      .split('\n')
      .filter((line, at, lines) => /^\t[^@]/.test(line) && !lines[at - 1]?.endsWith('\\'));
    assert.deepEqual(echoed, []);
  });
});

describe('docs/reference', () => {
  it('names every address, and no other', async () => {
    const { deps } = await createQuietService();
    const addresses = [
      ...siteRoutes(deps).map((route) => route.path),
      ...adminRoutes(deps).map((route) => route.path),
      ...toolboxRoutes(deps).map((route) => `/networks/{network}${route.path}`),
    ];
    // The generated page also has the single files of snapshots.
    const operations = [...(await readDocument('docs/reference/api.md')).matchAll(/^(?:### |\| )`(\/[^`]*)`/gm)];
    const generated = operations.map(([, address = '']) => address).filter((address) => addresses.includes(address));
    const others = namesIn(await readDocument('docs/reference/pages.md'), 'Addresses');
    assert.deepEqual([...generated, ...others].toSorted(), addresses.toSorted());
  });

  it('names every error code with its status', async () => {
    const folder = path.join(projectFolder, 'service');
    const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.ts'));
    const texts = await Promise.all(files.map((name) => readFile(path.join(folder, name), 'utf8')));
    const thrown = texts.flatMap((text) => [...text.matchAll(/HttpError\(\s*(\d{3}),\s*'([a-z-]+)'/g)]);
    assert.ok(thrown.length >= 10);
    const lines = (await readDocument('docs/api.md')).split('\n');
    const isNamed = (status: string, code: string) =>
      lines.some((line) => /^\| [\d, ]+ \|/.test(line) && line.includes(status) && line.includes(`\`${code}\``));
    assert.deepEqual(
      thrown.filter(([, status = '', code = '']) => !isNamed(status, code)).map(([text]) => text),
      [],
    );
  });
});

describe('docs/operate.md', () => {
  it('names metrics that the service reports', async () => {
    const { deps } = await createQuietService();
    const reported = await deps.metrics.registry.metrics();
    const named = [...(await readDocument('docs/operate.md')).matchAll(/directory_[a-z_]+/g)].map(([name]) => name);
    assert.ok(named.length >= 5);
    assert.deepEqual(
      named.filter((name) => !reported.includes(`# TYPE ${name} `)),
      [],
    );
  });
});

describe('docs/decisions', () => {
  it('give a reason for every run-time dependency, and no other', async () => {
    const { dependencies }: { dependencies: object } = JSON.parse(await readDocument('package.json'));
    const text = await readDocument('docs/decisions/0010-run-time-dependencies.md');
    const named = [...text.matchAll(/^\| `([^`]+)` \|/gm)].map(([, name = '']) => name);
    assert.deepEqual(named.toSorted(), Object.keys(dependencies).toSorted());
  });

  it('have a date and a status, and are listed', async () => {
    const index = await readDocument('docs/decisions/README.md');
    const decisions = (await listDocuments()).filter((file) => /^docs\/decisions\/\d/.test(file));
    assert.ok(decisions.length > 5);
    for (const file of decisions) {
      assert.match(await readDocument(file), /^# \d+\. .+\n\nDate: \d{4}-\d\d-\d\d\. Status: [a-z]+/, file);
      assert.ok(index.includes(`](${path.basename(file)})`), file);
    }
  });
});
