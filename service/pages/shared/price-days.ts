/** The day of each price of an offer: when it was quoted, changed or read from the sources. */
import { isMoney } from '../../../model/columns.ts';
import { formatDay } from '../../notations/changes/news.ts';
import { probesOfRow } from '../../query/probes.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { textsOf } from '../../text/cells.ts';
import type { PastView } from './changes/past.ts';

interface PricedOffer {
  readonly network: string | null;
  /** Of its rows. */
  readonly ids: readonly number[];
  readonly past: PastView | null;
}

/** A quotation names its page; a change that is younger than the quotation counts instead. */
export function presentPriceDays(snapshot: Snapshot, { network, ids, past }: PricedOffer) {
  const [first = 0] = ids;
  const row = snapshot.row(first);
  const probes = probesOfRow(snapshot, network, first);
  const priced = snapshot.catalog
    .columnsOf(snapshot.categoryOf(first))
    .filter((column) => isMoney(column) && textsOf(row[column.key]).length > 0);
  return priced.map(({ key, label }) => {
    const changedMs = past?.changed.get(key) ?? null;
    const quoted = probes.find(({ kind, column }) => kind === 'quotation' && column === key);
    const quotedMs = Date.parse(quoted?.lastConfirmed ?? '');
    const isQuoted = quotedMs >= (changedMs ?? 0);
    const readMs = Date.parse(snapshot.manifest.generatedAt);
    const text = isQuoted
      ? `quoted on ${formatDay(quotedMs)} from`
      : changedMs === null
        ? `read from the sources on ${formatDay(readMs)}`
        : `changed on ${formatDay(changedMs)}`;
    const source = isQuoted ? (quoted?.address ?? null) : null;
    return { label, text, page: source && { href: source, host: new URL(source).host } };
  });
}
