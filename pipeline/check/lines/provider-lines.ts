/** Providers as the lines that rules for lines read. */
import { type Sources, sourcePaths } from '../../sources.ts';
import type { ProviderLine } from '../rule.ts';

export function providerLines({ providers }: Sources): readonly ProviderLine[] {
  return providers.map(({ value, line }) => {
    return { source: { file: sourcePaths.providers, line }, cells: { values: value }, provider: value };
  });
}
