/**
 * Credentials in texts that will be published. Placeholders are none, nor are accounts, hashes,
 * pages and files, which look alike.
 */

const knownForms = [
  String.raw`[prs]k_(?:live|test)_\w{8}|gh[oprsu]_\w{16}|github_pat_\w{16}|glpat-[\w-]{16}|(?:npm|hf)_[A-Za-z\d]{30}|shp(?:at|ca|ss)_\w{16}`,
  String.raw`sk-(?:(?:proj|ant|or)-[\w-]{20}|[A-Za-z\d]{20})|xox[abeoprs]-[\w-]{10}|A[KS]IA[A-Z\d]{16}|AIza[\w-]{30}|ya29\.[\w-]{20}`,
  String.raw`eyJ(?:hbGci|0eXAi|raWQi|lbmMi)O[\w-]{8}|SG\.[\w-]{22}\.[\w-]{16}|whsec_\w{16}|dop_v1_\w{32}|xprv\w{50}|\d{8,10}:AA[\w-]{30}`,
  String.raw`hooks\.slack\.com/services/[\w/]{20}|discord(?:app)?\.com/api/webhooks/\d{9,20}/[\w-]{20}|-----BEGIN [A-Z ]{0,20}PRIVATE`,
];
const knownForm = new RegExp(`(?<![A-Za-z0-9])(?:${knownForms.join('|')})`);
const userInfo =
  /((?:http|ws)s?:)?\/\/([^\s/?#@:()<>[\]"'`,;|]*)(?::([^\s/?#@()<>[\]"'`,;|]*))?@/gi;
const parameter = /[?&#;]([\w.-]{1,40})=([^&#\s()<>[\]"'`,;|]+)/g;

/**
 * Of parameters, lowercase, without `-`, `_` and `.`. A vague name also stands for a coin or a part
 * of a page.
 */
const keyName =
  /(?:api|app|access|auth|private|secret|session|refresh|client|license|subscription|account|service|project|bot|d)(?:key|token)$|(?:secret|passw(?:or)?d|passphrase|credentials?|mnemonic)$|^(?:pwd|pass|jwt|bearer|authorization)$/;
const vagueName = /(?<!pub|public)(?:key|token|projectid|auth|sig|signature|sid)$/;
const shortKey = /^(?=.*\d)(?=.*[a-z])[a-z0-9]{8,}$/i;
/** Name of an option, a variable or a header in front of its value. */
const assigned =
  /(?<!pub|public|public[-_ ])(key|token|secret|passw(?:or)?d|authorization|bearer|basic|credentials?)["'`=:,\s]{1,8}$/i;

const marked =
  /[<>{}[\]$*…]|\.{3}|x{3}|X{3}|%(?:3C|7B|5B|24)|[Yy]our|YOUR|[Ee]xample|EXAMPLE|^[A-Z]{1,15}$|^[A-Z]+(?:_[A-Z]+)+$/;
const named =
  /^(?:demo|docs-demo|test|free|public|none|null|true|false|sample|change-?me|placeholder|redacted)$|(?:^|[^a-z0-9]|api|my)(?:key|token|secret|password|here)(?:$|[^a-z0-9])/i;

const hexKey =
  /^(?:[\da-f]{32}|[\da-f]{40}|[\da-f]{64,}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i;
/**
 * Marked hashes and accounts, content of IPFS; accounts of Solana, TON, Stellar, Bitcoin, Tron and
 * of chains with bech32.
 */
const publicName = /^(?:0x(?:[\da-f]{40}|[\da-f]{64})|Qm[1-9A-Za-z]{44}|baf[a-z2-7]{50,})$/i;
const account =
  /^(?:(?=.*[a-z])(?=.*[A-Z])[1-9A-HJ-NP-Za-km-z]{43,44}|[EUk]Q[\w-]{46}|G[A-Z2-7]{55}|[13rT][1-9A-HJ-NP-Za-km-z]{25,33}|[a-z]{2,12}1[02-9ac-hj-np-z]{38,})$/;
/**
 * Hosts and parts of paths behind which identifiers of pages, files, accounts and transactions
 * stand, and those of interfaces.
 */
const publicPlace =
  /git(?:hub|lab|book)|gist|notion\.|google|postman|gravatar|ctfassets|arweave|explorer|scan[./]|\/(?:docs?|wiki|blog|help|support|learn|status|cdn|assets?|images?|img|media|static|files?|downloads?|releases?|avatars?|address|accounts?|txs?|txns?|transactions?|extrinsics?|blocks?|tokens?|contracts?|coins?|pairs?|nfts?|collections?|items?|pools?|validators?|objects?|packages?|programs?|hash|ip[fn]s|id|subgraphs|commits?|blob|tree|raw|[depu]|pages?|posts?|articles?|view|share|embed|watch|users?|channel)[/.]/i;
const endpoint =
  /^wss?:|rpc|apis?(?![a-z])|node|graphql|gateway|mainnet|testnet|devnet|[/.]v\d+\//i;

/**
 * Patterns of possible credentials, each with what a text that has one contains, and with a test.
 * The last group of a pattern is the secret.
 */
const forms: readonly (readonly [RegExp, RegExp, (match: RegExpExecArray) => boolean])[] = [
  [knownForm, new RegExp(knownForm, 'g'), ([key]) => !isPlaceholder(key)],
  [
    /@/,
    userInfo,
    // A user name of three letters, such as git, opens nothing.
    ([, web, name = '', password]) =>
      (password !== undefined || (web !== undefined && name.length > 3)) &&
      !marked.test(password || name),
  ],
  [
    /=/,
    parameter,
    ([, name = '', value = '']) => isKeyOf(name.replace(/[-_.]/g, '').toLowerCase(), value),
  ],
  [/\d/, /[\w-]{16,}/g, isRandomKey],
];

/** The first credential of a cell; null if it has none. */
export function findCredential(cell: string): string | null {
  if (cell.length < 12) return null;
  const text = cell.replaceAll('\\/', '/');
  for (const [sign, pattern, isCredential] of forms)
    if (sign.test(text))
      for (const match of text.matchAll(pattern))
        if (isCredential(match)) return match.at(-1) || match[0];
  return null;
}

function isPlaceholder(text: string): boolean {
  return marked.test(text) || named.test(text) || new Set(text).size <= 3;
}

function isKeyOf(name: string, value: string): boolean {
  const isVague =
    vagueName.test(name) && shortKey.test(value) && !publicName.test(value) && !account.test(value);
  return (isVague || keyName.test(name)) && !isPlaceholder(value);
}

/** A key without a mark: behind the name of a credential, or a part of the path of an interface. */
function isRandomKey({ 0: token, index, input }: RegExpExecArray): boolean {
  if (!isRandom(token) || publicName.test(token) || isPlaceholder(token)) return false;
  const before = input.slice(Math.max(0, index - 200), index);
  const [, name] = assigned.exec(before) ?? [];
  if (name !== undefined) return !(/token/i.test(name) && account.test(token));
  // bounded: at most 200 characters
  const [place] = /\w*:\/\/[^\s()<>[\]"'?#]+\/$/.exec(before) ?? [];
  const isFile = /^(?:[%~=+]|[.:]\w)/.test(input.slice(index + token.length));
  if (place === undefined || isFile || publicPlace.test(place)) return false;
  const isUuid = token.length === 36 && token.includes('-');
  return (hexKey.test(token) && !isUuid) || (token.length >= 20 && endpoint.test(place));
}

/** Random characters make few words, and digits stand between letters. */
function isRandom(text: string): boolean {
  if (hexKey.test(text)) return true;
  const changes = text.match(/\d(?=[a-z])|[a-z](?=\d)/gi)?.length ?? 0;
  const letters = text.replace(/[^A-Za-z]/g, '');
  if (!/[a-z]/.test(letters) || !/[A-Z]/.test(letters)) return changes >= 5 && !/[-_]/.test(text);
  const words = letters.match(/[A-Z]?[a-z]{3,}/g)?.join('') ?? '';
  return changes >= 4 || (changes > 0 && words.length < letters.length / 2);
}
