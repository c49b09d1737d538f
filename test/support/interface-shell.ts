/** Reads the curl commands of a Markdown file well enough to run them without curl, and fails on what it cannot read. */
import assert from 'node:assert/strict';

/** The contents of all fenced blocks of a language. */
export function codeBlocks(markdown: string, language: string): string[] {
  return Array.from(markdown.matchAll(/^```(\w*)\n(.*?)^```$/gms), ([, name, text = '']) => ({ name, text }))
    .filter(({ name }) => name === language)
    .map(({ text }) => text);
}

/** Addresses of the curl commands among the lines, their `-d` parameters put into the query as `-G` does. */
export function curlAddresses(shell: string): string[] {
  const commands = shell.replaceAll('\\\n', ' ').split('\n');
  return commands.filter((line) => line.startsWith('curl ')).map((line) => readCurl(splitWords(line)));
}

function splitWords(line: string): string[] {
  const words = line.match(/(?:'[^']*'|"[^"$`\\]*"|[^\s'"])+/g) ?? [];
  return words.map((word) =>
    word.replace(/'([^']*)'|"([^"]*)"/g, (_, single?: string, double?: string) => single ?? double ?? ''),
  );
}

/** Options of curl that the documents use, and whether a word belongs to them. */
const options: Readonly<Record<string, boolean>> = {
  '-G': false,
  '-s': false,
  '-O': false,
  '-J': false,
  '-o': true,
  '-H': true,
};

function readCurl([, ...words]: readonly string[]): string {
  const rest = [...words];
  const data: [string, string][] = [];
  const addresses: URL[] = [];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '-d' || word === '--data-urlencode') data.push(splitPair(rest.shift() ?? ''));
    else if (word in options) rest.splice(0, Number(options[word]));
    else addresses.push(new URL(word));
  }
  const [address] = addresses;
  assert.ok(address && addresses.length === 1, `one address in ${words.join(' ')}`);
  for (const [name, value] of data) address.searchParams.append(name, value);
  return address.href;
}

function splitPair(text: string): [string, string] {
  const at = text.indexOf('=');
  assert.ok(at > 0, `"${text}" is name=value`);
  return [text.slice(0, at), text.slice(at + 1)];
}
