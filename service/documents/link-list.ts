/** Parts of texts in the form of llmstxt.org: sections of links with a sentence each. */

/** Item of a list: `- [label](href): sentence`. */
export function link(label: string, href: string, sentence: string): string {
  return `- [${label}](${href}): ${sentence}`;
}

/** Joins blocks with blank lines, list items without. */
export function joinBlocks(blocks: readonly string[]): string {
  let out = '';
  for (const [index, block] of blocks.entries()) {
    const tight = index > 0 && block.startsWith('- ') && blocks[index - 1]?.startsWith('- ');
    out += `${index === 0 ? '' : tight ? '\n' : '\n\n'}${block}`;
  }
  return `${out}\n`;
}
