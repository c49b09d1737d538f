/**
 * Bound of the tokens of a text. A tokenizer needs a table of 200,000 entries; this bound needs none. For texts of answers
 * (words, slugs, prices, addresses, Markdown and JSON) it is above the tokens of o200k, the encoding of current models.
 */

/** Tokens of a run of characters of one kind, by its length. Measured on offers, providers and networks: at least 9 % too many. */
const runs: Readonly<Record<string, (length: number) => number>> = {
  letters: (length) => Math.ceil(length / 3),
  digits: (length) => Math.ceil(length / 3),
  // One space belongs to the word behind it, or to that before it at the end, but to no number.
  gap: () => 1,
  spaces: (length) => (length > 1 ? 1 : 0),
  marks: (length) => Math.ceil((length * 2) / 3),
};

const pieces =
  /(?<letters>[A-Za-z]+)|(?<digits>\d+)|(?<gap> (?=\d))|(?<spaces> +)|(?<marks>[!-~]+?(?=[A-Za-z\d ]|[^!-~]|$))|[^ -~]+/g;

export function boundTokens(text: string): number {
  // A space at the beginning has no word before it.
  let tokens = text.startsWith(' ') ? 1 : 0;
  for (const { groups = {}, 0: piece } of text.matchAll(pieces)) {
    const [kind] = Object.keys(groups).filter((name) => groups[name] !== undefined);
    const count = kind === undefined ? undefined : runs[kind];
    // Other characters take at most a token for each byte.
    tokens += count?.(piece.length) ?? Buffer.byteLength(piece);
  }
  return tokens;
}
