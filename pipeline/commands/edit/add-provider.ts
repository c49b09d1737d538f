/** Adds a provider, with a logo of the size that pages need. */
import path from 'node:path';
import { toKebabCase } from '../../../common/kebab-case.ts';
import { readBounded } from '../../../common/read-bounded.ts';
import { imageTypeOf } from '../../../model/images.ts';
import { PipelineError } from '../../errors.ts';
import { loadScaler, scaleImage } from '../../images/scale-image.ts';
import { limits } from '../../limits.ts';
import { sourcePaths } from '../../sources.ts';
import type { Edits } from './edits.ts';
import { assertColumns } from './given-values.ts';

export interface NewProvider {
  readonly name: string;
  readonly website: string;
  readonly description: string;
  /** File of an image; null without a logo. */
  readonly logo: string | null;
  /** Other cells by column, such as `docs` and `x`. */
  readonly values?: Readonly<Record<string, string>>;
}

/**
 * Longest side of a logo among the sources, in pixels: screens of high density show at most twice
 * that of pages.
 */
const logoSize = 256;

export async function addProvider(
  edits: Edits,
  { name, website, description, logo, values = {} }: NewProvider,
): Promise<void> {
  const slug = toKebabCase(name);
  if (slug === '' || website === '')
    throw new PipelineError('usage', 'name PROVIDER="Acme" and WEBSITE=https://acme.com');
  const table = edits.table(sourcePaths.providers);
  if (table === null) throw new PipelineError('not-found', `no file ${sourcePaths.providers}`);
  assertColumns(table, values, sourcePaths.providers);
  const logoPath = logo === null ? '' : await addLogo(edits, slug, logo);
  table.add({ slug, name, logoPath, description, website, starred: 'FALSE', ...values });
}

/** Returns the name of the image. A drawing stays as it is, because it has any size. */
async function addLogo(edits: Edits, slug: string, file: string): Promise<string> {
  const original = await readBounded(file, limits.fileBytes);
  const isDrawing = imageTypeOf(`logo${path.extname(file).toLowerCase()}`) === 'image/svg+xml';
  const name = `${slug}${isDrawing ? '.svg' : '.webp'}`;
  if (edits.files.includes(`${sourcePaths.images}${name}`))
    throw new PipelineError('exists', `${sourcePaths.images}${name} exists`);
  const note = `, made of ${path.basename(file)}: a WebP image of at most ${logoSize} pixels`;
  if (isDrawing) edits.putFile(`${sourcePaths.images}${name}`, original);
  else edits.putFile(`${sourcePaths.images}${name}`, await scale(original, file), note);
  return name;
}

async function scale(original: Uint8Array, file: string): Promise<Uint8Array> {
  const image = await scaleImage(await loadScaler(), original, limits.logoPixels, logoSize);
  if (image.fault === null) return image.bytes;
  const reason =
    image.fault === 'pixels' ? `has ${image.width} x ${image.height} pixels` : 'cannot be decoded';
  throw new PipelineError(
    'bad-logo',
    `${file} ${reason}; save it as a PNG, WebP, JPEG or SVG image`,
  );
}
