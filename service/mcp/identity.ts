/**
 * Identity of the MCP server: as it introduces itself, and as the documents for discovery describe
 * it.
 */
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server';
import { version } from '../../common/version.ts';
import { identifierOf, ofSubject, type Site } from '../../model/site.ts';
import { termsOf } from '../../model/terms.ts';

/** Of registries. */
const maxDescription = 100;

export function serverIdentity(site: Site) {
  const { network } = termsOf(site);
  const description = `Find and compare providers and offers${ofSubject(site)} by ${network}, category and price.`;
  return {
    name: identifierOf(site),
    title: site.name,
    version,
    description:
      description.length <= maxDescription
        ? description
        : `Find and compare providers and offers by ${network} and price.`,
  };
}

/** Newest first. The list of the SDK has the versions with a handshake only. */
export const protocolVersions: readonly string[] = ['2026-07-28', ...SUPPORTED_PROTOCOL_VERSIONS];
