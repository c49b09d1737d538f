/**
 * Messages name targets of the Makefile. The package has none: its users type commands, whose options
 * are the variables of make.
 */
const target = /(?<=`|run |\(|; )make ([a-z-]+)((?: [A-Z_]+=(?:"[^"]*"|[^\s`;,)]+))*)/g;

/** `make rename WHAT=offer` -> `web3-directory rename --what offer` */
export function asCommands(text: string): string {
  return text
    .replace(
      target,
      (_, name: string, variables: string) => `web3-directory ${name}${asOptions(variables)}`,
    )
    .replace(/\bALL=1 shows/g, '--all shows');
}

function asOptions(variables: string): string {
  return variables.replace(/ ([A-Z_]+)=(1(?= |$))?/g, (_, variable: string, flag?: string) => {
    const option = ` --${variable.toLowerCase().replaceAll('_', '-')}`;
    return flag === undefined ? `${option} ` : option;
  });
}
