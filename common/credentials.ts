/** Literal credentials in texts that everybody can read. */
import { isPlaceholder } from './placeholder.ts';
import { strip } from './strip.ts';

/** Names whose value is a credential: `--api-key`, `ETHERSCAN_API_KEY`, `token`. */
const secretName =
  /(key|token|secret|password|passwd|mnemonic|seed|phrase|credentials?|authorization)$/i;
/** Keys of well-known forms, private keys and UUIDs. */
const secretForm =
  /^(sk-.{8,}|gh[a-z]_.{8,}|github_pat_.{8,}|xox[a-z]-.{8,}|AKIA[A-Z0-9]{12,}|eyJ.{10,}|(0x)?[0-9a-f]{64}|[0-9a-f]{32,}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
/** Long texts, which are credentials if they mix these letters and digits. */
const longText = /^[A-Za-z0-9_-]{24,}$/;
const mixedCharacters = [/[a-z]/, /[A-Z]/, /[0-9]/];

export interface Hidden {
  readonly text: string;
  /** Names of the placeholders that stand for credentials, in order. */
  readonly names: readonly string[];
}

/**
 * Replaces credentials by named placeholders such as `<API_KEY>`. `usual`: name of a credential
 * without one.
 */
export function hideCredentials(text: string, usual: string): Hidden {
  const names: string[] = [];
  const parts = text.split(/([/=:?&,@]+)/);
  const shown = parts.map((part, at) => {
    if (at % 2 === 1 || part === '' || isPlaceholder(part)) return part;
    const [name = '', mark = ''] = parts.slice(Math.max(at - 2, 0), at);
    const isNamed = (mark === '=' || mark === ':') && isSecretName(name);
    const isDigest = name.endsWith('sha256') && mark === ':';
    if (!isNamed && (isDigest || !looksSecret(part))) return part;
    const shownName = isNamed ? upperName(name) : usual;
    names.push(shownName);
    return `<${shownName}>`;
  });
  return { text: shown.join(''), names };
}

export function isSecretName(name: string): boolean {
  return secretName.test(name);
}

/** `--api-key` as `API_KEY`. */
export function upperName(name: string): string {
  const upper = strip(name.replace(/[^A-Za-z0-9]+/g, '_'), '_');
  return /^[A-Za-z]/.test(upper) ? upper.toUpperCase().slice(0, 64) : 'API_KEY';
}

export function looksSecret(text: string): boolean {
  if (secretForm.test(text)) return true;
  return longText.test(text) && mixedCharacters.every((characters) => characters.test(text));
}
