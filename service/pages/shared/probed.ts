/** What probes found of the rows of a line, as sentences. */

import { replacePlaceholders } from '../../../common/placeholder.ts';
import type { Terms } from '../../../model/terms.ts';
import { formatDay } from '../../notations/changes/news.ts';
import { probesOfRow } from '../../query/probes.ts';
import type { Probe } from '../../snapshot/probes.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { plural } from '../../text/counts.ts';
import { describeCapabilities } from '../../text/measured.ts';

/** Of one line; more would hide the facts of the offer. */
const maxShown = 8;

/** Nothing for what was never read. `links`: addresses of buttons. */
export function presentProbed(
  snapshot: Snapshot,
  network: string | null,
  { ids, links }: { readonly ids: readonly number[]; readonly links: readonly string[] },
): readonly { readonly text: string }[] {
  const { probes, catalog } = snapshot;
  if (probes.all.length === 0) return [];
  const ofRows = new Set(ids.flatMap((id) => probesOfRow(snapshot, network, id)));
  const broken = probes
    .ofLinks(links)
    .filter(({ result }) => result === 'moved' || result === 'dead');
  return [...ofRows, ...broken].slice(0, maxShown).map((probe) => ({
    text: describeProbe(probe, catalog.columns.get(probe.column ?? '')?.label ?? '', catalog.terms),
  }));
}

/** One sentence. `label`: of the quoted column. */
function describeProbe(probe: Probe, label: string, { network }: Terms): string {
  const { kind, address, lastRead, stopped } = probe;
  const day = dayOf(lastRead);
  if (kind === 'quotation') return describeQuotation(probe, label);
  if (kind === 'link') return describeLink(probe);
  const host = hostOf(address);
  if (stopped) return `${host} stopped answering${lastGood(probe)}`;
  if (probe.result === 'wrong-chain')
    return `${host} answered as chain ${probe.chainId} on ${day}, and the ${network} is ${probe.expected}`;
  if (probe.result === 'no-archive') return `${host} did not answer for an old block on ${day}`;
  if (probe.result === 'needs-key') return `${host} requires a key (${day})`;
  if (probe.result !== 'answered') return `${host} did not answer on ${day}${lastGood(probe)}`;
  return `${host} answered on ${day}${factsOf(probe)}`;
}

/** An endpoint that was read with a key has a placeholder for it. */
function hostOf(address: string): string {
  return new URL(replacePlaceholders(address, 'key')).host;
}

function factsOf(probe: Probe): string {
  const { kind, expected, chainId, latencyP50Ms, blocksBehind, archive, tools, protocolVersion } =
    probe;
  const facts = [
    expected !== null && expected === chainId ? 'chain id right' : null,
    archive === true ? 'old blocks too' : null,
    kind === 'endpoint' && latencyP50Ms !== null ? `${Math.round(latencyP50Ms)} ms` : null,
    blocksBehind === null
      ? null
      : blocksBehind === 0
        ? 'not behind'
        : `${plural(blocksBehind, 'block')} behind`,
    tools === null ? null : plural(tools.length, 'tool'),
    protocolVersion === null ? null : `protocol ${protocolVersion}`,
    ...describeCapabilities(probe.capabilities ?? null),
  ].filter((fact) => fact !== null);
  return facts.length === 0 ? '' : `: ${facts.join(', ')}`;
}

function describeQuotation(probe: Probe, label: string): string {
  const { result, address, lastRead } = probe;
  const { host } = new URL(address);
  const day = dayOf(lastRead);
  if (result === 'confirmed') return `${label} confirmed on ${day} on ${host}`;
  if (result === 'changed') return `${label} not found on ${host} on ${day}${lastGood(probe)}`;
  return `${label}: the page on ${host} could not be read on ${day}${lastGood(probe)}`;
}

function describeLink({ result, address, finalAddress, lastRead }: Probe): string {
  const day = dayOf(lastRead);
  if (result === 'moved') return `Link moved: ${address} leads to ${finalAddress} (${day})`;
  return `Link led to no page on ${day}: ${address}`;
}

function lastGood({ kind, lastConfirmed }: Probe): string {
  if (lastConfirmed === null) return '';
  return `; last ${kind === 'quotation' ? 'confirmed' : 'answer'} on ${dayOf(lastConfirmed)}`;
}

function dayOf(time: string | null): string {
  return time === null ? '' : formatDay(Date.parse(time));
}
