/** SVG symbols of the lucide icons, read once. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { z } from 'zod';
import { iconId } from '../pages/shared/icons.ts';

/** Format of Iconify packages: icons by name, and aliases. */
const packSchema = z.object({
  icons: z.record(z.string(), z.object({ body: z.string() })),
  aliases: z.record(z.string(), z.object({ parent: z.string() })).default({}),
});

export class IconSet {
  /** Inner SVG elements by icon id. */
  readonly #bodies: ReadonlyMap<string, string>;

  private constructor(bodies: ReadonlyMap<string, string>) {
    this.#bodies = bodies;
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

  /** A picture of one icon in the colour of the text around it; null for an unknown id. */
  picture(id: string): string | null {
    const body = this.#bodies.get(id);
    return body ? `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">${body}</svg>` : null;
  }

  /** An SVG with one symbol per known id. Colour and stroke come from the style sheet. */
  sprite(ids: Iterable<string>): string {
    const symbols = [...new Set(ids)].flatMap((id) => {
      const body = this.#bodies.get(id)?.replaceAll(/ (?:fill="none"|stroke="[^"]*"|stroke-[a-z]+="[^"]*")/g, '');
      return body ? [`<symbol id="${id}" viewBox="0 0 24 24">${body}</symbol>`] : [];
    });
    return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>`;
  }
}
