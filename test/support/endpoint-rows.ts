/** Rows of APIs. */
export const apiRow = {
  apiType: 'RPC',
  technology: 'EVM JSON-RPC',
  chain: 'one',
  address: null,
} as const;

export function withLink(address: string, label = 'Send requests') {
  return { ...apiRow, actionButtons: [`[${label}](${address})`, '[Docs](https://docs.acme.io/)'] };
}
