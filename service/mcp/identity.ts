/** Identity of the MCP server: as it introduces itself, and as the documents for discovery describe it. */
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server';
import { version } from '../../common/version.ts';

export const identity = {
  name: 'web3-infrastructure-directory',
  title: 'Web3 infrastructure directory',
  version,
  /** At most 100 characters. */
  description: 'Find and compare providers and offers of Web3 infrastructure by network, category and price.',
} as const;

/** Newest first. The list of the SDK has the versions with a handshake only. */
export const protocolVersions: readonly string[] = ['2026-07-28', ...SUPPORTED_PROTOCOL_VERSIONS];
