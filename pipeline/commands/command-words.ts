/**
 * Messages name targets and variables of the Makefile. The package has none: its users type commands
 * with options.
 */
import { optionsByVariable } from './options.ts';

const target = /(?<=`|run |\(|[:;] )make ([a-z-]+)/g;
const names = [...optionsByVariable.keys()].join('|');
/**
 * `TO=id`, `ALL=1`, or a name alone after words that announce it. What stands in quotes is passed
 * over: contributors may have written it.
 */
const variable = new RegExp(
  `"[^"\\n]*"|\\b(?:(${names})=(1\\b)?|(?<=with |another |no |and |^)(${names})(?![\\w=]))`,
  'gm',
);

/** `make rename WHAT=offer` -> `web3-directory rename --what offer` */
export function asCommands(text: string): string {
  return text
    .replace(target, 'web3-directory $1')
    .replace(variable, (whole, valued?: string, flag?: string, alone?: string) => {
      const option = optionsByVariable.get(valued ?? alone ?? '');
      if (option === undefined) return whole;
      return valued === undefined || flag !== undefined ? option : `${option} `;
    });
}
