/** A placeholder that users replace, such as the key in `https://rpc.example.org/<API_KEY>`. */
const placeholder = /<[A-Z][A-Z0-9_]*>/g;
const whole = new RegExp(`^${placeholder.source}$`);

export function isPlaceholder(text: string): boolean {
  return whole.test(text);
}

export function replacePlaceholders(text: string, value: string): string {
  return text.replace(placeholder, () => value);
}
