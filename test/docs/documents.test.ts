/** Documents against each other and against the code that they describe. */
import assert from 'node:assert/strict';
import { access, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { filesBelow } from '../../common/files-below.ts';
import { version } from '../../common/version.ts';
import { buildReferences } from '../../docs/references/references.ts';
import { withoutCategories } from '../../docs/references/tables.ts';
import { filterKinds } from '../../model/columns.ts';
import { probeKinds } from '../../model/probes.ts';
import { createService } from '../../service/app.ts';
import { configVariables, parseConfig } from '../../service/config.ts';
import { createLog } from '../../service/log.ts';
import { tools } from '../../service/mcp/call-tool.ts';
import { exportFormats } from '../../service/notations/export-formats.ts';
import { adminRoutes, siteRoutes, toolboxRoutes } from '../../service/routes.ts';
import { listDocuments, namesIn, queryBuild, readDocument } from '../support/documents.ts';
import { projectFolder } from '../support/paths.ts';
import { useService } from '../support/service-server.ts';

/** Groups of all matches in a document. */
async function findIn(file: string, pattern: RegExp): Promise<string[]> {
  return [...(await readDocument(file)).matchAll(pattern)].flatMap(([, ...groups]) =>
    groups.map((each) => each ?? ''),
  );
}

/** What the second list lacks. */
function missing(names: readonly string[], known: readonly string[]): string[] {
  return names.filter((name) => !known.includes(name));
}

const withoutCode = (text: string) => text.replace(/^```.*?^```/gms, '');

/** Links of the text outside code, images included. */
function linksOf(text: string): string[] {
  const prose = withoutCode(text).replace(/`[^`\n]*`/g, 'code');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
}

/** Anchors of headings, as GitHub makes them. */
function anchorsOf(text: string): string[] {
  const headings = [...withoutCode(text).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading.toLowerCase(),
  );
  return headings.map((heading) => heading.replace(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-'));
}

async function isBroken(file: string, link: string): Promise<boolean> {
  if (/^(https?|mailto):/.test(link)) return false;
  const [name = '', anchor] = link.split('#');
  const target = name === '' ? file : path.join(path.dirname(file), name);
  const isThere = await access(path.join(projectFolder, target)).then(
    () => true,
    () => false,
  );
  return (
    !isThere || (anchor !== undefined && !anchorsOf(await readDocument(target)).includes(anchor))
  );
}

describe('documents', () => {
  it('link to files and headings that exist', async () => {
    const broken: string[] = [];
    for (const file of await listDocuments())
      for (const link of linksOf(await readDocument(file)))
        if (await isBroken(file, link)) broken.push(`${file}: ${link}`);
    assert.deepEqual(broken, []);
  });

  it('of docs/ are all linked by an index', async () => {
    for (const folder of ['docs', 'docs/reference', 'docs/decisions']) {
      const index = folder === 'docs/decisions' ? `${folder}/README.md` : 'docs/README.md';
      const linked = linksOf(await readDocument(index)).map((link) =>
        path.join(path.dirname(index), link),
      );
      const pages = (await listDocuments()).filter(
        (file) => path.dirname(file) === folder && file !== index,
      );
      assert.ok(pages.length > 2, folder);
      assert.deepEqual(missing(pages, linked), []);
    }
  });

  it('name make targets and npm scripts that exist', async () => {
    const { scripts }: { scripts: object } = JSON.parse(await readDocument('package.json'));
    const known = {
      make: await findIn('Makefile', /^([a-z-]+):/gm),
      'npm run': Object.keys(scripts),
    };
    for (const [command, names] of Object.entries(known)) {
      const pattern = new RegExp(`(?:\`|^|\\$ |&& )${command} (?:--silent )?([a-z][a-z-]*)`, 'gm');
      const named = (
        await Promise.all((await listDocuments()).map((file) => findIn(file, pattern)))
      ).flat();
      assert.ok(named.length > 5, command);
      assert.deepEqual(missing(named, names), [], command);
    }
  });
});

describe('docs/configuration.md', () => {
  it('names every make variable', async () => {
    const text = await readDocument('docs/configuration.md');
    const help = await findIn('Makefile', /^[a-z-]+:.*##(.*)/gm);
    const variables = help.flatMap((each) =>
      [...each.matchAll(/\b([A-Z_]+)=/g)].map(([, name = '']) => name),
    );
    assert.deepEqual(
      namesIn(text, 'Make variables').toSorted(),
      [...new Set(variables)].toSorted(),
    );
  });

  it('names every variable of the service with its default', async () => {
    const text = await readDocument('docs/configuration.md');
    assert.deepEqual(
      namesIn(text, 'Service variables').toSorted(),
      [...configVariables].toSorted(),
    );
    const [section = ''] = text.split('\n## Make');
    const defaults = [...section.matchAll(/^\| `([A-Z_]+)` \| `([^`<]+)` \|/gm)];
    assert.ok(defaults.length >= 10);
    for (const [, name = '', value] of defaults)
      assert.deepEqual(parseConfig({ [name]: value }), parseConfig({}), name);
  });
});

describe('Makefile', () => {
  it('echoes no recipe on the way to a report, which may be redirected into a file', async () => {
    const [recipes = ''] = (await readDocument('Makefile')).split('\ntest:');
    const lines = recipes.split('\n');
    const echoed = lines.filter(
      (line, at) => /^\t[^@]/.test(line) && !lines[at - 1]?.endsWith('\\'),
    );
    assert.deepEqual(echoed, []);
  });
});

describe('docs/', () => {
  const { get, built } = useService();
  const quiet = {
    config: parseConfig({}),
    log: createLog('silent', { write: () => undefined }),
    now: () => new Date(),
  };

  it('has what `npm run references` writes, but for what editors define in meta/', async () => {
    const written = await buildReferences(get, await queryBuild(path.dirname(built().build)));
    for (const [file, text] of written) {
      const own = withoutCategories(text);
      assert.equal(own !== text, file.endsWith('tables.md'));
      assert.equal(
        withoutCategories(await readDocument(file)),
        own,
        `${file}: run npm run references`,
      );
    }
  });

  it('names the test of each check of the threat model', async () => {
    const text = await readDocument('docs/threat-model.md');
    const boundaries = /^## Boundaries$([\s\S]*?)^## /m.exec(text)?.[1] ?? '';
    const checks = boundaries.split('\n').filter((line) => /^\| (?!Check \|)(?!-)/.test(line));
    assert.ok(checks.length > 60);
    for (const check of checks) {
      const files = [...(check.split(' | ').at(-1) ?? '').matchAll(/`(test\/\S+\.test\.ts)`/g)];
      assert.ok(files.length > 0, check);
      for (const [, file = ''] of files) await access(path.join(projectFolder, file));
    }
  });

  it('installs and starts nothing under a name that a stranger could register', async () => {
    const below = (folder: string) =>
      filesBelow(path.join(projectFolder, folder)).map((name) => path.posix.join(folder, name));
    const files = [...below('docs'), ...below('deploy'), 'README.md', 'CONTRIBUTING.md'];
    const texts = await Promise.all(files.map(async (file) => [file, await readDocument(file)]));
    const open = texts.flatMap(([file, text = '']) =>
      Array.from(
        // An installation by bare name, an image without registry, and one without digest.
        text.matchAll(
          /npm (?:install|i|exec)[^\n]* web3-\S*|npx web3-\S*|(?:image:|-t|FROM|:ro) (?:web3-directory|node|nginx)\b\S*|(?:image:|FROM) docker\.io\/(?!\S*@sha256:[\da-f]{64}\b)\S*/g,
        ),
        ([found]) => `${file}: ${found}`,
      ),
    );
    assert.deepEqual(open, []);
  });

  it('states one version, as package, lock file, images and MCP do', async () => {
    const images = ['deploy/kubernetes.yaml', 'deploy/compose.yaml'];
    const stated = [
      JSON.parse(await readDocument('package.json')).version,
      JSON.parse(await readDocument('package-lock.json')).version,
      ...(
        await Promise.all(images.map((file) => findIn(file, /image: \S*web3-directory:?([\d.]*)/g)))
      ).flat(),
      ((await get('/mcp/server-card')).json() as { version: string }).version,
    ];
    assert.equal(stated.length > 4, true);
    assert.deepEqual([...new Set(stated)], [version]);
    const [, changed] =
      /^## (?:Unreleased \()?(\d[\d.]*)/m.exec(await readDocument('CHANGELOG.md')) ?? [];
    assert.equal(changed, version);
  });

  for (const [file, heading, names] of [
    ['docs/reference/lists.md', 'Filters', filterKinds],
    ['docs/reference/lists.md', 'Exports', Object.keys(exportFormats)],
    ['docs/mcp.md', 'Tools', tools.map(({ name }) => name)],
    ['docs/probes.md', 'What is probed', probeKinds],
  ] as const) {
    it(`has everything in the table "${heading}" of ${file}`, async () => {
      assert.deepEqual(missing(names, namesIn(await readDocument(file), heading)), []);
    });
  }

  it('names only tests that there are where it says what holds a statement', async () => {
    for (const file of ['docs/architecture.md', 'CONTRIBUTING.md']) {
      const text = await readDocument(file);
      const names = Array.from(text.matchAll(/`(test\/[\w/.-]+)`/g), ([, name = '']) => name);
      assert.ok(names.length > 2, file);
      for (const name of names) await access(path.join(projectFolder, name));
      for (const line of text.split('\n'))
        assert.ok(/^[|!]/.test(line) || line.length <= 120, `${file}: ${line}`);
    }
  });

  it('has every argument of each tool in its line of docs/mcp.md', async () => {
    const text = await readDocument('docs/mcp.md');
    for (const { name, input } of tools) {
      const line = text.split('\n').find((each) => each.startsWith(`| \`${name}\` |`)) ?? '';
      const named = Array.from(line.matchAll(/`(\w+)`/g), ([, argument]) => argument);
      const left = Object.keys(input.shape).filter((argument) => !named.includes(argument));
      assert.deepEqual(left, [], name);
    }
  });

  it('has every address once, and no other', async () => {
    const { deps } = await createService(quiet);
    const ofNetworks = toolboxRoutes(deps).map((route) => `/networks/{network}${route.path}`);
    const addresses = [
      ...[...siteRoutes(deps), ...adminRoutes(deps)].map((route) => route.path),
      ...ofNetworks,
    ];
    // The generated page also has the single files of snapshots.
    const operations = await findIn('docs/reference/api.md', /^(?:### |\| )`(\/[^`]*)`/gm);
    const generated = operations.filter((address) => addresses.includes(address));
    const others = namesIn(await readDocument('docs/reference/pages.md'), 'Addresses');
    assert.deepEqual([...generated, ...others].toSorted(), addresses.toSorted());
  });

  it('has every error code with its status', async () => {
    const folder = path.join(projectFolder, 'service');
    const files = (await readdir(folder, { recursive: true })).filter((name) =>
      name.endsWith('.ts'),
    );
    const texts = await Promise.all(files.map((name) => readFile(path.join(folder, name), 'utf8')));
    const thrown = texts.flatMap((text) => [
      ...text.matchAll(/HttpError\(\s*(\d{3}),\s*'([a-z-]+)'/g),
    ]);
    assert.ok(thrown.length >= 10);
    const lines = (await readDocument('docs/api.md'))
      .split('\n')
      .filter((line) => /^\| [\d, ]+ \|/.test(line));
    for (const [text, status = '', code] of thrown)
      assert.ok(
        lines.some((line) => line.includes(status) && line.includes(`\`${code}\``)),
        text,
      );
  });

  it('has metrics that the service reports', async () => {
    const reported = await (await createService(quiet)).deps.metrics.registry.metrics();
    const named = await findIn('docs/operate.md', /(directory_[a-z_]+)/g);
    assert.ok(named.length >= 5);
    for (const name of named) assert.ok(reported.includes(`# TYPE ${name} `), name);
  });

  it('has a reason for every dependency, and for no other', async () => {
    const packages = await Promise.all(['package.json', 'bench/package.json'].map(readDocument));
    const dependencies = packages
      .map((text) => JSON.parse(text) as Partial<Record<string, object>>)
      .flatMap((each) => Object.keys({ ...each.dependencies, ...each.devDependencies }));
    const cells = await findIn('docs/decisions/0010-dependencies.md', /^\| (`[^|]+`) \|/gm);
    const named = cells.flatMap((cell) =>
      Array.from(cell.matchAll(/`([^`]+)`/g), ([, name]) => name),
    );
    const reasoned = dependencies.filter((name) => !name.startsWith('@types/'));
    assert.deepEqual([...new Set(named)].toSorted(), [...new Set(reasoned)].toSorted());
  });
});
