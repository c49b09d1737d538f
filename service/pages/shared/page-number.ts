/** Page number of an address; 1 if it has none or another text. */
export function readPage(given: URLSearchParams): number {
  const text = given.get('page') ?? '';
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1;
}
