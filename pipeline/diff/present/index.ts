/** Output formats of a comparison. Pure. */
import { PipelineError } from '../../errors.ts';
import { type Diff, diffSchema } from '../schema.ts';
import { formatDiffMarkdown } from './markdown.ts';
import { formatDiffText, type TextOptions } from './text.ts';

const formats = {
  text: formatDiffText,
  json: (diff: Diff) => JSON.stringify(diffSchema.parse(diff), null, 2),
  markdown: formatDiffMarkdown,
} as const;

export type DiffFormat = keyof typeof formats;

/** Throws if the format does not exist. */
export function parseDiffFormat(name: string): DiffFormat {
  const names = Object.keys(formats) as DiffFormat[];
  const format = names.find((known) => known === name);
  if (format === undefined)
    throw new PipelineError('bad-format', `no FORMAT "${name}" of a diff: one of ${names.join(', ')}`);
  return format;
}

export function formatDiff(format: DiffFormat, diff: Diff, options: TextOptions): string {
  return formats[format](diff, options);
}
