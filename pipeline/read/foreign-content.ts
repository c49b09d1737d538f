/**
 * Files of another kind that stand where a table or an image should be: what they are, and what to
 * do.
 */

/** A noun with its article, and the fix. */
export type ForeignContent = readonly [what: string, fix: string];

/** What is looked at: heads of files and of web pages are shorter. */
const headBytes = 2_048;

const unpack = 'unpack it, and save the table as CSV UTF-8';
const exported = 'export the table from it as CSV UTF-8';
const workbook = 'open it in a spreadsheet, and save it as "CSV UTF-8"';
const apply = 'restore the table, and apply the patch with `git apply`';
const restore = 'restore the file: git log shows its last version';
const again = 'correct the address or the access, and download the file again';

/** Of contents where an image should be, other fixes than these hold, too. */
const ofTables: ReadonlySet<string> = new Set([unpack, exported, workbook, apply]);

/** First bytes, one character each. */
const signatures: readonly (readonly [start: RegExp, ...ForeignContent])[] = [
  [/^PK(?:\x03\x04|\x05\x06)/, 'a workbook or another archive', workbook],
  [/^\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1|^\t\x08[\x08\x10]\0/, 'an old workbook of Excel', workbook],
  [/^\x1f\x8b/, 'a gzip archive', unpack],
  [/^BZh\d/, 'a bzip2 archive', unpack],
  [/^\xfd7zXZ/, 'an xz archive', unpack],
  [/^\x28\xb5\x2f\xfd/, 'a Zstandard archive', unpack],
  [/^\x04\x22\x4d\x18/, 'an LZ4 archive', unpack],
  [/^7z\xbc\xaf/, 'a 7z archive', unpack],
  [/^Rar!/, 'a RAR archive', unpack],
  [/^.{257}ustar/s, 'a tar archive', unpack],
  [/^PAR[1E]/, 'a Parquet file', exported],
  [/^ARROW1|^FEA1/, 'an Arrow file', exported],
  [/^Obj\x01/, 'an Avro file', exported],
  [/^ORC[\0-\x1f\x80-\xff]/, 'an ORC file', exported],
  [/^SQLite format 3/, 'an SQLite database', exported],
  [/^.{8}DUCK/s, 'a DuckDB database', exported],
  [/^\x89HDF/, 'an HDF5 file', exported],
  [/^%PDF-/, 'a PDF document', exported],
  [/^\{\\rtf/, 'a text document (RTF)', exported],
  [/^\x89PNG|^\xff\xd8\xff|^GIF8|^RIFF.{4}WEBP/s, 'an image', restore],
  [/^\0GITCRYPT/, 'a file that git-crypt encrypted', 'run `git-crypt unlock`'],
  [/^\x7fELF|^MZ.{2}\0|^[\xcf\xce]\xfa\xed\xfe|^\xca\xfe\xba\xbe/s, 'a program', restore],
  [/^\0+$/, 'nothing but NUL characters, which an interrupted copy leaves', restore],
];

const element =
  'html|head|body|script|style|meta|title|div|table|center|h[1-6]|p|form|iframe|noscript|a|b|pre';
const reasons =
  'bad request|unauthorized|unauthorised|payment required|forbidden|access denied|permission denied|not found|method not allowed|gone|too many requests|(?:api )?rate limit exceeded|internal server error|bad gateway|service unavailable|gateway time-?out|moved permanently|found|bad credentials|invalid token|no healthy upstream|upstream connect error|no such (?:key|bucket|file)|the specified key does not exist|error(?: code)?:? \\d{3,4}';

/** Beginnings of texts, after byte-order marks and blank lines. */
const texts: readonly (readonly [start: RegExp, ...ForeignContent])[] = [
  [
    /^version https?:\/\/(?:git-lfs\.github\.com|hawser\.github\.com|git-media\.io)\//,
    'a pointer of Git LFS',
    'run `git lfs pull`',
  ],
  [
    /^(?:\.{1,2}\/)*(?:\.git\/)?\/?annex\/objects\//,
    'a pointer of git-annex',
    'run `git annex get`',
  ],
  [/^gitdir: /, 'a pointer to a folder of git', restore],
  [
    new RegExp(`^(?:<!--.*?-->\\s*)?<(?:!doctype html|(?:${element})[\\s>/])`, 'is'),
    'a web page, such as one to sign in',
    again,
  ],
  [/^<\?php/i, 'a program', restore],
  [/^(?:<\?xml|<!--|<!doctype|<[a-z][\w:.-]*[\s/>])/i, 'an XML document', exported],
  [
    // bounded: the head of a file, at most 2,048 bytes
    new RegExp(
      `^(?:http/[\\d.]+ )?(?:[1-5]\\d\\d(?: -|:)? ?)?(?:(?:error|message|page|file)[: ]+)?"?(?:${reasons})"?[.!]?(?:[ :.][^,\\n]*)?\\s*$`,
      'i',
    ),
    'the answer of a server that did not give the file',
    again,
  ],
  [/^HTTP\/[\d.]+ \d{3}|^curl: \(\d+\)|^--\d{4}-\d\d-\d\d /, 'the answer of a server', again],
  [/^-----BEGIN |^\$ANSIBLE_VAULT;|^age-encryption\.org\//, 'an encrypted file or a key', restore],
  [
    /^(?:diff --(?:git|cc) |Index: |Only in |@@ -\d|From [\da-f]{7,40} |commit [\da-f]{7,40}\b|index [\da-f]{7,40}\.\.|-{3} \S[^\n]*\n\+{3} )/,
    'a patch',
    apply,
  ],
  [/^#!/, 'a program', restore],
  [/^(?:%YAML|---[ \t]*\n|[\w.-]+: ?(?:[|>][+-]?)?\n(?:[ \t]+\S|- ))/, 'a YAML file', exported],
  [
    /^[A-Za-z][\w.-]*: ?[^,\n]*\n(?:#[^\n]*\n|\n){0,20}(?:[A-Za-z][\w.-]*:(?:\s|$)| *- )/,
    'a YAML file',
    exported,
  ],
  [/^(?:- [\w.-]+: |- -? ?\S[^,\n]*\n- )/, 'a list, such as of YAML or Markdown', exported],
  [/^(?:\{\s*(?:"|\}|$)|\[\s*(?:[[{"\]]|$))/, 'a JSON file', exported],
  [/^\[{1,2}[\w."-]+\]{1,2}\s*(?:\n|$)/, 'a file of settings', exported],
  [
    /^(?:#{1,6} [^\n]*\n\s*\n|!?\[[^\]\n]*\]\(|\|[^\n]*\|\s*\n\|?[\s:|-]+\n|```|[^\n,]+\n(?:={3,}|-{3,})\s*\n)/,
    'a Markdown document',
    exported,
  ],
  [/^(?:\+-{2}[+-]*\n|[┌╔]|[^\n,|]*\|[^\n,]*\n-+[+|-])/, 'a text with drawn lines', exported],
  [/^[^\n,"]*\{\s*(?:\n|[\w-]+:)/, 'a program', restore],
  [
    /^(?:(?:--|\/\*)[^\n]*\n|\s)*(?:create|drop|insert|select|begin|copy|set|pragma|use)\s[^\n]*(?:[;(]|\sfrom\s)/i,
    'a script for a database',
    exported,
  ],
  [
    /^(?:\/\/[^\n]*\n|\s)*(?:from \S+ import |(?:import|export|const|let|var|def|class|function|package|using|#include)\s[^\n]*[;({:'"<])/,
    'a program',
    restore,
  ],
  [/^data:[\w/+.-]*[;,]/i, 'an address that holds the file itself', 'save the file behind it'],
  [/^BEGIN:V|^%!PS|^ID;P/, 'a file of another program', exported],
];

/** `../offers/hosting.csv`: what git and file systems write for a link that they do not make. */
const linkText =
  /^(?:XSym\n\d+\n[\da-f]+\n|!<symlink>)?((?:\.{1,2}|~|[A-Za-z]:)?[/\\]?(?:[\w@ .~-]+[/\\])*[\w@ .~-]+\.(?:csv|png|svg|webp|jpe?g))\s*$/i;

/** The first column of a table: no text below begins with a word and a comma. */
const firstColumn = /^[a-z]+,/;

/** Null for a table, an image and what may be one. */
export function foreignContent(bytes: Uint8Array): ForeignContent | null {
  const head = bytes.subarray(0, headBytes);
  const binary = Buffer.from(head).toString('latin1');
  if (firstColumn.test(binary) && !binary.includes('\0')) return null;
  const signed = signatures.find(([start]) => start.test(binary));
  if (signed !== undefined) return [signed[1], signed[2]];
  const text = new TextDecoder(isUtf16(bytes) ? 'utf-16' : 'utf-8')
    .decode(head)
    .replace(/^\ufeff+/, '')
    .replaceAll('\r\n', '\n')
    .trimStart();
  const known = texts.find(([start]) => start.test(text));
  if (known !== undefined) return [known[1], known[2]];
  const target = bytes.length > headBytes ? undefined : linkText.exec(text)?.[1];
  return target === undefined ? null : describeLink(target);
}

/** What stands where an image should be; null if it may be an image. */
export function foreignImage(bytes: Uint8Array): ForeignContent | null {
  const [what, fix] = foreignContent(bytes) ?? ['an image', ''];
  if (what === 'an image') return null;
  return [what, ofTables.has(fix) ? 'save it as a PNG, SVG, WebP or JPEG image' : fix];
}

function describeLink(target: string): ForeignContent {
  return [
    `the address "${target}" of a link that was written as a text`,
    'put a copy of that file here, or check the link out again with `git config core.symlinks true`',
  ];
}

/** Whether the bytes begin with the byte-order mark of UTF-16. */
export function isUtf16([first, second]: Uint8Array): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}
