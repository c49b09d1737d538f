/** Slugs and names in providers.csv. */
import { type AddProblem, bothPlaces } from '../../problem.ts';
import { sourcePaths } from '../../sources.ts';
import type { CheckContext } from '../context.ts';
import { reportBadSlug } from '../slugs/slugs.ts';

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
        ? `the provider "${value.name}" is on more than one line`
        : `"${value.name}" and "${first.name}" differ only in case`;
    const suggestion = 'keep one line for each provider';
    const places = bothPlaces(source, { ...source, line: first.line }, 'name');
    add({ ...source, rule: 'duplicate-provider', column: 'name', value: value.name, message, suggestion, places });
  }
}
