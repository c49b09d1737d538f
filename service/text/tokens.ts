/**
 * Estimate of the tokens of a text. A tokenizer needs a table of 200,000 entries. This one splits a
 * text as o200k does, the encoding of current models, and knows how many tokens such pieces have in
 * answers (words, slugs, prices, addresses, Markdown and JSON).
 */

/** A mark or a space before a word belongs to it, and line ends to the marks before them. */
const pieces =
  /(?<word>[ !-/:-@[-`{-~]?(?:[A-Z]*[a-z]+|[A-Z]+))|(?<digits>\d{1,3})|(?<marks> ?[!-/:-@[-`{-~]+[\n/]*)|(?<spaces>\s+)|[^ -~\s]+/g;

/**
 * Tokens of the pieces in answers that the other estimates miss most; `·` is a space, `↵` a line
 * end.
 */
const known: ReadonlyMap<string, number> = new Map(
  (
    [
      [
        1,
        `", "," ": ":" ":[" , ," ,null -As -Go -as -chain -cloud -free -full -go -pay -sdk -state -wallet -you ."," .↵ .↵↵ /$ /mo : :// Alchemy Columns Command Count Custom Enterprise Filters Free Hosted Name Network Next Organisation Security Type Whether Yes \`.↵ _card _network _transfer alchemy budget category chains column columns configuration ethereum examples meaning network next notes null offset price provider rows slug total {" | || ||↵ |↵ |↵↵ ·$ ·( ·\` ·networks ·offer ·offers ·plan ·provider ·the €`,
      ],
      [
        2,
        `","$ ",[" ":[[" ":[]," "]," "],[" "]]," ,[" -archive -enterprise -networks -recent ],[" aptos bsc eip mainnet |$ |Alchemy |Custom |Enterprise |No |Organisation |Whether |alchemy |network |provider ·arbitrum ·astar ·bsc ·testnet`,
      ],
      [
        3,
        `-faucet ."]} algorand arbitrum avalanche sepolia |eip |mainnet ·Arbitrum ·berachain ·sepolia`,
      ],
      [4, `|Decentralized |algorand |arbitrum`],
    ] as const
  ).flatMap(([tokens, list]) =>
    list
      .split(' ')
      .map((piece) => [piece.replaceAll('·', ' ').replaceAll('↵', '\n'), tokens] as const),
  ),
);

/** So many letters in a row are no word. */
const maxWord = 16;

/** Mean tokens of other pieces in answers of all tools, measured with o200k. */
const costs: Readonly<Record<string, (piece: string) => number>> = {
  word: costOfWord,
  digits: () => 1,
  // The line below the head of a table repeats two marks.
  marks: (piece) => (/^(?:\|-){3}/.test(piece) ? piece.length / 2 : 0.54 + 0.42 * piece.length),
  spaces: () => 1,
  // Letters of other scripts take at most a token for each byte; marks such as `…` are known as a
  // whole.
  others: (piece) => (/^\p{P}+$/u.test(piece) ? piece.length : Buffer.byteLength(piece)),
};

function costOfWord(piece: string): number {
  const isLed = !/^[A-Za-z]/.test(piece);
  const letters = piece.length - Number(isLed);
  if (letters > maxWord) return piece.length / 2;
  if (!isLed) return Math.max(1, 0.72 + 0.14 * letters);
  return piece.startsWith(' ') ? 0.91 + 0.045 * letters : 1.45 + 0.156 * letters;
}

/** Rather too many than too few: a budget is a limit. */
const margin = 1.01;

/**
 * Within 15 % of the tokens of each of 912 answers of the tools, which half of them estimate as
 * well as all.
 */
export function estimateTokens(text: string): number {
  let tokens = 0;
  for (const { groups = {}, 0: piece } of text.matchAll(pieces)) {
    const [kind] = Object.keys(groups).filter((name) => groups[name] !== undefined);
    tokens += known.get(piece) ?? costs[kind ?? 'others']?.(piece) ?? 0;
  }
  return Math.ceil(tokens * margin);
}
