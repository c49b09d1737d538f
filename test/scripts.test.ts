/** Each npm script installs what it needs: `make serve` leaves the packages of production. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { describe, it } from 'node:test';
import { build } from 'esbuild';
import { projectFolder } from './support/paths.ts';

type Packages = Readonly<Record<string, string>>;
interface Manifest {
  readonly scripts: Packages;
  readonly dependencies: Packages;
  readonly devDependencies: Packages;
}

async function readManifest(file: string): Promise<Manifest> {
  return JSON.parse(await readFile(path.join(projectFolder, file), 'utf8'));
}

/** Packages that a program imports, itself or through others. */
async function importsOf(program: string): Promise<readonly string[]> {
  const { metafile } = await build({
    ...{ entryPoints: [path.join(projectFolder, program)], absWorkingDir: projectFolder },
    ...{ bundle: true, write: false, metafile: true, format: 'esm', outdir: 'dist' },
    ...{ platform: 'node', packages: 'external', logLevel: 'silent' },
  });
  const found = Object.values(metafile.inputs).flatMap(({ imports }) =>
    imports.flatMap(({ path: name, external }) => (external ? [name] : [])),
  );
  const packages = found
    .filter((name) => !name.startsWith('node:') && !builtinModules.includes(name))
    .map((name) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name);
  return [...new Set(packages)];
}

describe('npm scripts', async () => {
  const { scripts, dependencies, devDependencies } = await readManifest('package.json');
  const own = Object.keys({ ...dependencies, ...devDependencies });
  const developed = Object.entries(scripts).filter(([, text]) =>
    /--import tsx|\b(?:biome|tsc) /.test(text),
  );
  assert.ok(developed.length > 8);
  for (const [name, text] of developed)
    it(`install what they need: ${name}`, async () => {
      const [, made = ''] = /^make --silent ([a-z ]+)&& /.exec(text) ?? [];
      assert.match(made, /\b(?:install|tools)\b/, text);
      const [program] = /bench\/[\w/-]+\.ts|docs\/[\w/-]+\.ts/.exec(text) ?? [];
      if (program === undefined || /\btools\b/.test(made)) return;
      const missing = (await importsOf(program)).filter((each) => !own.includes(each));
      assert.deepEqual(missing, [], `${program} needs make tools`);
    });
});
