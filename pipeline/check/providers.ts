/** Slugs and names in providers.csv. */
import type { AddProblem } from '../problem.ts';
import { sourcePaths } from '../sources.ts';
import type { CheckContext } from './context.ts';
import { reportBadSlug } from './slugs.ts';

export function checkProviders({ sources }: CheckContext, add: AddProblem): void {
  const names = new Map<string, { name: string; line: number }>();
  for (const { value, line } of sources.providers) {
    const source = { file: sourcePaths.providers, line };
    reportBadSlug(value.slug, source, add);
    const first = names.get(value.name.toLowerCase());
    names.set(value.name.toLowerCase(), first ?? { name: value.name, line });
    if (first === undefined) continue;
    const message =
      first.name === value.name
        ? `the provider "${value.name}" is already on line ${first.line}`
        : `"${value.name}" differs only in case from "${first.name}" on line ${first.line}`;
    const suggestion = 'keep one line for each provider';
    const place = { ...source, column: 'name', value: value.name };
    add({ ...place, rule: 'duplicate-provider', message, suggestion });
  }
}
