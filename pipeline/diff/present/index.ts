/** Output formats of a comparison. Pure. */
import { type Diff, diffSchema } from '../schema.ts';
import { formatDiffMarkdown } from './markdown.ts';
import { formatDiffText, type TextOptions } from './text.ts';

export const diffFormats = {
  text: formatDiffText,
  json: (diff: Diff) => JSON.stringify(diffSchema.parse(diff), null, 2),
  markdown: formatDiffMarkdown,
} as const;

type DiffFormat = keyof typeof diffFormats;

export function formatDiff(format: DiffFormat, diff: Diff, options: TextOptions): string {
  return diffFormats[format](diff, options);
}
