/** Targets of probes that the project's own sources have. */
const none = { expected: null, category: null, slug: null, column: null } as const;
export const ethereumEndpoint = {
  ...none,
  kind: 'endpoint',
  address: 'https://1rpc.io/eth',
  expected: 'eip155:1',
} as const;
export const baseEndpoint = {
  ...none,
  kind: 'endpoint',
  address: 'https://1rpc.io/base',
  expected: 'eip155:8453',
} as const;
export const contactLink = {
  ...none,
  kind: 'link',
  address: 'https://www.alchemy.com/contact-sales',
} as const;
export const quotedPrice = {
  kind: 'quotation',
  address: 'https://chainstack.com/pricing/',
  expected: '$49',
  category: 'apis',
  slug: 'chainstack-growth-full-archive',
  column: 'accessPrice',
} as const;
