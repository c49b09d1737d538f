/** The drawings of lucide, read once, of which a sprite holds those that the pages use. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { z } from 'zod';
import { iconId } from '../pages/shared/icons.ts';

/** As Iconify packs icons: drawings by name, and other names of the same. */
const packSchema = z.object({
  icons: z.record(z.string(), z.object({ body: z.string() })),
  aliases: z.record(z.string(), z.object({ parent: z.string() })).default({}),
});

export class IconSet {
  /** By id: the elements inside the picture. */
  readonly #drawings: ReadonlyMap<string, string>;

  private constructor(drawings: ReadonlyMap<string, string>) {
    this.#drawings = drawings;
  }

  static async read(): Promise<IconSet> {
    const file = createRequire(import.meta.url).resolve('@iconify-json/lucide/icons.json');
    const { icons, aliases } = packSchema.parse(JSON.parse(await readFile(file, 'utf8')));
    const named = Object.entries(icons).map(([name, { body }]) => [iconId(name), body] as const);
    const renamed = Object.entries(aliases).map(
      ([name, { parent }]) => [iconId(name), icons[parent]?.body ?? ''] as const,
    );
    return new IconSet(new Map([...renamed, ...named]));
  }

  /** One picture with a symbol for each id that lucide has. Colour and line are the style sheet's. */
  sprite(ids: Iterable<string>): string {
    const symbols = [...new Set(ids)].flatMap((id) => {
      const body = this.#drawings.get(id)?.replaceAll(/ (?:fill="none"|stroke="[^"]*"|stroke-[a-z]+="[^"]*")/g, '');
      return body ? [`<symbol id="${id}" viewBox="0 0 24 24">${body}</symbol>`] : [];
    });
    return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>`;
  }
}
