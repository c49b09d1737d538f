import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { loadSharp, scaleImage } from '../../../pipeline/images/scale-image.ts';
import { limits } from '../../../pipeline/limits.ts';
import { png, svg } from '../../support/images.ts';
import { runs } from '../../support/lane.ts';

type Library = Awaited<ReturnType<typeof loadSharp>>;

describe('scaleImage', () => {
  let sharp: Library;
  before(async () => {
    sharp = await loadSharp();
  });

  /** A picture whose dots differ, so that its bytes cannot be compressed away. */
  const draw = (width: number, height: number) => {
    const dots = Buffer.from(Array.from({ length: width * height * 4 }, (_, at) => (at * at) % 251));
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

  it('gives the same bytes for the same image', async () => {
    const original = await draw(300, 300).png().toBuffer();
    const seen = await scaleImage(sharp, original, limits.logoPixels);
    assert.deepEqual(seen, await scaleImage(sharp, original, limits.logoPixels));
  });

  it('decodes images while another caller loads the library', async () => {
    const original = await draw(2, 2).png().toBuffer();
    const faults = async () => {
      const found: (string | null)[] = [];
      for (let round = 0; round < runs(300, 60); round++)
        found.push((await scaleImage(await loadSharp(), original, limits.logoPixels)).fault);
      return found.filter((fault) => fault !== null);
    };
    assert.deepEqual(await Promise.all([faults(), faults()]), [[], []]);
  });

  it('decodes nothing of an image with too many pixels', async () => {
    const side = Math.sqrt(limits.logoPixels);
    const bomb = await sharp({ create: { width: side + 1, height: side, channels: 3, background: '#000' } })
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
    assert.ok(['pixels', 'damaged'].includes((await scaleImage(sharp, huge, limits.logoPixels)).fault ?? ''));
  });

  it('finds damaged images', async () => {
    const whole = await draw(200, 200).png().toBuffer();
    const flipped = Buffer.from(whole);
    for (let at = 1000; at < 1100; at++) flipped[at] = 255 - (flipped[at] ?? 0);
    for (const damaged of [whole.subarray(0, whole.length / 2), flipped, whole.subarray(0, 8), new Uint8Array()])
      assert.equal(await scale(damaged), 'damaged');
  });

  it('reads no kind of image but the three', async () => {
    assert.equal(await scale(Buffer.from(svg)), 'damaged');
    assert.equal(await scale(await draw(10, 10).tiff().toBuffer()), 'damaged');
    assert.equal(await scale(await draw(10, 10).gif().toBuffer()), 'damaged');
  });
});
