/** Sentences of a document, which test/docs/sentences.tsv lists with the tests that show them. */

/** Prose by sentences, and each table by its head, with the heading above. Code blocks are left out. */
export function sentencesOf(document: string): string[] {
  const sentences: string[] = [];
  const outsideCode = document.split(/^```.*$/m).filter((_, at) => at % 2 === 0);
  const text = outsideCode.join('');
  for (const section of text.split(/^#+ /m).slice(1)) {
    const [heading = '', ...lines] = section.split('\n');
    for (const block of blocksOf(lines)) {
      const parts = block.startsWith('|') ? [block] : block.split(/(?<=[.!?]) (?=[A-Z`"[])/);
      for (const part of parts) sentences.push(`${heading}: ${part}`);
    }
  }
  return sentences;
}

/** Paragraphs and items of lists, each on one line, and the first lines of tables. */
function blocksOf(lines: readonly string[]): string[] {
  const blocks: string[] = [];
  let before = '';
  for (const line of lines) {
    const isTable = line.startsWith('|');
    const begins = isTable || line.startsWith('- ') || before === '' || before.startsWith('|');
    if (isTable && before.startsWith('|')) continue;
    if (begins && line !== '') blocks.push(line.replace(/^- /, ''));
    else if (line !== '') blocks[blocks.length - 1] += ` ${line.trim()}`;
    before = line;
  }
  return blocks;
}
