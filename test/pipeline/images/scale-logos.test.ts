/** Scaled logos of a build: links to the snapshot before, damaged images. */
import assert from 'node:assert/strict';
import { readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { sha256 } from '../../../common/hash.ts';
import { loadScaler, scaleImage } from '../../../pipeline/images/scale-image.ts';
import { limits } from '../../../pipeline/limits.ts';
import { buildInto } from '../../support/build-folder.ts';
import { describeProblems } from '../../support/check-tree.ts';
import { png, svg } from '../../support/images.ts';
import { nightly, runs } from '../../support/lane.ts';
import { smallTree, writeTree } from '../../support/source-tree.ts';
import { type CleanUp, makeTemporaryFolder } from '../../support/temporary-folder.ts';

const providers = 'references/providers/providers.csv';
const images = 'references/providers/images';
const scaled = '96/red.png.webp';

describe('scaled logos', () => {
  let red: Buffer;
  let blue: Buffer;
  let bomb: Buffer;

  before(async () => {
    const sharp = await loadScaler();
    const plain = (side: number, background: string) =>
      sharp({ create: { width: side, height: side, channels: 3, background } })
        .png()
        .toBuffer();
    [red, blue, bomb] = await Promise.all([
      plain(300, '#f00'),
      plain(300, '#00f'),
      plain(5001, '#000'),
    ]);
  });

  /** The small sources; their first providers name `files`. */
  async function writeSources(
    cleanUp: CleanUp,
    files: Readonly<Record<string, string | Uint8Array>>,
  ) {
    const folder = await makeTemporaryFolder(cleanUp);
    const small = smallTree;
    const [header = '', ...records] = (small[providers] ?? '').trimEnd().split('\n');
    const at = header.split(',').indexOf('logoPath');
    const names = Object.keys(files);
    const named = records.map((record, index) =>
      record
        .split(',')
        .with(at, names[index] ?? '')
        .join(),
    );
    const logos = Object.fromEntries(names.map((name) => [`${images}/${name}`, files[name] ?? '']));
    const sources = path.join(folder, 'sources');
    await writeTree(sources, {
      ...small,
      [providers]: [header, ...named, ''].join('\n'),
      ...logos,
    });
    const build = path.join(folder, 'build');
    return { sources, build, red: path.join(sources, images, 'red.png') };
  }

  const read = (build: string, name: string) => readFile(path.join(build, 'current/images', name));
  /** The hash of every image of the current snapshot. */
  async function listImages(build: string): Promise<string[]> {
    const manifest = JSON.parse(await readFile(path.join(build, 'current/manifest.json'), 'utf8'));
    const files: { path: string; sha256: string }[] = manifest.files;
    return files
      .filter((file) => file.path.startsWith('images/'))
      .map((file) => `${file.path} ${file.sha256}`);
  }

  it('lie beside the originals of raster images, the same in every build', async (t) => {
    const first = await writeSources(t, { 'red.png': red, 'drawing.svg': svg });
    const second = await writeSources(t, { 'red.png': red, 'drawing.svg': svg });
    await writeTree(first.sources, { [`${images}/unused.svg`]: svg });
    await buildInto(first);
    await buildInto(second);
    const listed = await listImages(first.build);
    const seen = listed.map((line) => line.split(' ')[0]);
    assert.deepEqual(seen, ['images/96/red.png.webp', 'images/drawing.svg', 'images/red.png']);
    assert.deepEqual(await listImages(second.build), listed);
    assert.ok((await read(first.build, 'red.png')).equals(red));
  });

  it('are those of the snapshot before while the image stays the same', async (t) => {
    const { sources, build, red: file } = await writeSources(t, { 'red.png': red });
    await buildInto({ sources, build });
    const fresh = await read(build, scaled);
    const { ino } = await stat(path.join(build, 'current/images', scaled));
    await buildInto({ sources, build, second: 1, force: true });
    assert.equal((await stat(path.join(build, 'current/images', scaled))).ino, ino);
    await writeFile(file, blue);
    await buildInto({ sources, build, second: 2 });
    assert.ok(!(await read(build, scaled)).equals(fresh));
  });

  nightly('are made again if the file was damaged', async (t) => {
    const { sources, build } = await writeSources(t, { 'red.png': red });
    await buildInto({ sources, build });
    const listed = await listImages(build);
    await writeFile(path.join(build, 'current/images', scaled), 'RIFF');
    await buildInto({ sources, build, second: 1, force: true });
    assert.deepEqual(await listImages(build), listed);
  });

  it('are made again if another scaler made them, whatever other code wrote the snapshot', async (t) => {
    const { sources, build } = await writeSources(t, { 'red.png': red });
    await buildInto({ sources, build });
    const listed = await listImages(build);
    const manifest = path.join(build, 'current/manifest.json');
    const { source, files, ...facts } = JSON.parse(await readFile(manifest, 'utf8'));
    await writeFile(path.join(build, 'current/images', scaled), blue);
    const facsimile = { path: `images/${scaled}`, bytes: blue.length, sha256: sha256(blue) };
    const others = files.filter((file: { path: string }) => file.path !== facsimile.path);
    const write = (changed: object) =>
      writeFile(
        manifest,
        JSON.stringify({
          ...facts,
          source: { ...source, ...changed },
          files: [...others, facsimile],
        }),
      );
    await write({ program: '0'.repeat(64) });
    await buildInto({ sources, build, second: 1, force: true });
    assert.notDeepEqual(await listImages(build), listed, 'other code keeps the file');
    await rm(path.join(build, 'current'));
    await symlink(path.join('snapshots', facts.id), path.join(build, 'current'));
    await write({ scaler: '0' });
    await buildInto({ sources, build, second: 2, force: true });
    assert.deepEqual(await listImages(build), listed);
  });

  it('of bombs and damaged images are warnings with their place, and nothing of them is published', async (t) => {
    const damaged = red.subarray(0, red.length - 100);
    const { sources, build } = await writeSources(t, {
      'bomb.png': bomb,
      'damaged.png': damaged,
      'red.png': red,
    });
    const { checked, kind } = await buildInto({ sources, build });
    assert.equal(kind, 'published');
    const found = describeProblems(checked.problems).filter((line) => line.includes('logo'));
    assert.deepEqual(found, [
      `warning ${providers}:2 logoPath: "bomb.png" has 5001 x 5001 pixels; the limit is 25 million pixels; scale it down: 256 x 256 pixels are enough [logo-not-shown]`,
      `warning ${providers}:3 logoPath: "damaged.png" is damaged: the image cannot be decoded; save it again as a PNG, WebP or JPEG image [logo-not-shown]`,
    ]);
    const listed = (await listImages(build)).map((line) => line.split(' ')[0]);
    assert.deepEqual(listed, ['images/96/red.png.webp', 'images/red.png']);
  });
});

type Library = Awaited<ReturnType<typeof loadScaler>>;

describe('scaleImage', () => {
  let sharp: Library;
  before(async () => {
    sharp = await loadScaler();
  });

  /** A picture whose dots differ, so that its bytes cannot be compressed away. */
  const draw = (width: number, height: number) => {
    const dots = Buffer.from(
      Array.from({ length: width * height * 4 }, (_, at) => (at * at) % 251),
    );
    return sharp(dots, { raw: { width, height, channels: 4 } });
  };
  const scale = async (bytes: Uint8Array) => {
    const made = await scaleImage(sharp, bytes, limits.logoPixels);
    if (made.fault !== null) return made.fault;
    const { format, width, height } = await sharp(made.bytes).metadata();
    return `${format} ${width} x ${height}`;
  };

  it('makes a WebP image of PNG, JPEG and WebP images', async () => {
    for (const format of ['png', 'jpeg', 'webp'] as const) {
      const original = await draw(300, 150).toFormat(format).toBuffer();
      assert.equal(await scale(original), 'webp 96 x 48', format);
    }
  });

  it('enlarges nothing, and keeps a side of at least one pixel', async () => {
    assert.equal(await scale(png), 'webp 1 x 1');
    const line = await draw(4000, 1).png().toBuffer();
    assert.equal(await scale(line), 'webp 96 x 1');
  });

  it('turns a photo as its EXIF data say', async () => {
    const turned = await draw(200, 100).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    assert.equal(await scale(turned), 'webp 48 x 96');
  });

  nightly('decodes images while another caller loads the library', async () => {
    const original = await draw(2, 2).png().toBuffer();
    const faults = async () => {
      const found: (string | null)[] = [];
      for (let round = 0; round < runs(300, 60); round++)
        found.push((await scaleImage(await loadScaler(), original, limits.logoPixels)).fault);
      return found.filter((fault) => fault !== null);
    };
    assert.deepEqual(await Promise.all([faults(), faults()]), [[], []]);
  });

  it('decodes nothing of an image with too many pixels', async () => {
    const side = Math.sqrt(limits.logoPixels);
    const bomb = await sharp({
      create: { width: side + 1, height: side, channels: 3, background: '#000' },
    })
      .png()
      .toBuffer();
    assert.ok(bomb.length < 256 * 1024, `${bomb.length} bytes are a logo that may be read`);
    assert.deepEqual(await scaleImage(sharp, bomb, limits.logoPixels), {
      fault: 'pixels',
      width: side + 1,
      height: side,
    });
    // A head that promises 2^31 x 2^31 pixels.
    const huge = Buffer.from(png);
    huge.writeUInt32BE(0x7fffffff, 16);
    huge.writeUInt32BE(0x7fffffff, 20);
    assert.ok(
      ['pixels', 'damaged'].includes(
        (await scaleImage(sharp, huge, limits.logoPixels)).fault ?? '',
      ),
    );
  });

  it('finds damaged images', async () => {
    const whole = await draw(200, 200).png().toBuffer();
    const flipped = Buffer.from(whole);
    for (let at = 1000; at < 1100; at++) flipped[at] = 255 - (flipped[at] ?? 0);
    for (const damaged of [
      whole.subarray(0, whole.length / 2),
      flipped,
      whole.subarray(0, 8),
      new Uint8Array(),
    ])
      assert.equal(await scale(damaged), 'damaged');
  });

  it('reads no kind of image but the three', async () => {
    assert.equal(await scale(Buffer.from(svg)), 'damaged');
    assert.equal(await scale(await draw(10, 10).tiff().toBuffer()), 'damaged');
    assert.equal(await scale(await draw(10, 10).gif().toBuffer()), 'damaged');
  });
});
