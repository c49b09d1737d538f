/** Tables of the previous snapshot: its rows that are gone, and what its rows tell of offers and listings. */

import path from 'node:path';
import { settleAll } from '../../common/settle.ts';
import { quoteName, quoteText } from '../../common/sql.ts';
import { snapshotPaths } from '../../model/manifest.ts';
import { type Presence, placeKey, presenceKey, type RowState, withoutChain } from '../diff/state.ts';
import { compareText } from '../problem.ts';
import { type Content, type ResolvedNetwork, type Row, sourcePaths } from '../sources.ts';
import { parseContent } from './read-snapshot.ts';
import { parquet, type Staging } from './staging.ts';

export interface OldCategory {
  readonly key: string;
  /** SQL of its contents. */
  readonly source: string;
  /** Types by column; without companions. */
  readonly columns: ReadonlyMap<string, string>;
}

export interface ComparedSnapshot {
  readonly staging: Staging;
  /** Folder of the previous snapshot. */
  readonly previous: string;
  /** Categories that may have differing rows. */
  readonly categories: ReadonlySet<string>;
}

const noPresence: Presence = { categories: new Set(), offers: new Set(), everywhere: new Set() };

export class PreviousTables {
  readonly #staging: Staging;
  readonly #folder: string;
  readonly #categories: ReadonlySet<string>;

  constructor({ staging, previous, categories }: ComparedSnapshot) {
    this.#staging = staging;
    this.#folder = previous;
    this.#categories = categories;
  }

  async describe(): Promise<OldCategory[]> {
    const [known, categories] = await settleAll([
      this.#staging.query(
        `SELECT "key" FROM ${parquet(path.join(this.#folder, snapshotPaths.columns))} WHERE kind = 'defined'`,
      ),
      this.#staging.query(`SELECT "key" FROM ${parquet(path.join(this.#folder, snapshotPaths.categories))}`),
    ]);
    const keys = new Set(known.map(([key]) => String(key)));
    const compared = categories.map(([key]) => String(key)).filter((key) => this.#categories.has(key));
    return Promise.all(
      compared.map(async (key) => {
        const source = parquet(path.join(this.#folder, snapshotPaths.contents(key)));
        const columns = (await this.#staging.query(`DESCRIBE FROM ${source}`)).map(
          ([name, type]) => [String(name), String(type)] as const,
        );
        return { key, source, columns: new Map(columns.filter(([name]) => keys.has(name))) };
      }),
    );
  }

  /** The networks of the previous snapshot with the rows that are gone. */
  async readGone(categories: readonly OldCategory[]): Promise<ResolvedNetwork[]> {
    const affected = await this.#staging.query('SELECT DISTINCT category FROM gone');
    const names = new Set(affected.map(([name]) => String(name)));
    const rows = new RowsByNetwork();
    for (const category of categories) if (names.has(category.key)) await this.#readCategory(category, rows);
    const networks = await this.#staging.query(
      `SELECT network, to_json(chains)::VARCHAR FROM ${parquet(path.join(this.#folder, snapshotPaths.networks))}`,
    );
    return networks
      .map(([key, chains]) => ({
        key: String(key),
        chains: JSON.parse(String(chains)) as string[],
        rows: rows.of(String(key)),
      }))
      .toSorted((a, b) => compareText(a.key, b.key));
  }

  /** Compared categories with rows, and their offers and all-networks listings. */
  async readPresence(
    categories: readonly OldCategory[],
  ): Promise<Pick<RowState, 'offers'> & { readonly presence: Presence }> {
    const rowsOf = ({ key }: OldCategory) => parquet(path.join(this.#folder, snapshotPaths.rows(key)));
    if (categories.length === 0) return { presence: noPresence, offers: new Map() };
    const selectOffers = categories.map(
      (category) =>
        `SELECT DISTINCT ${quoteText(category.key)}, offerFile, offerLine::INTEGER, offerSlug FROM ${rowsOf(category)}`,
    );
    const selectCopies = categories.map((category) => {
      const file = quoteText(sourcePaths.allNetworks(category.key));
      return `SELECT DISTINCT ${quoteText(category.key)}, slug, "chain" FROM ${rowsOf(category)} WHERE sourceFile = ${file}`;
    });
    const [offerRows, copies] = await settleAll([
      this.#staging.query(selectOffers.join(' UNION ALL ')),
      this.#staging.query(selectCopies.join(' UNION ALL ')),
    ]);
    const offers: RowState['offers'] = new Map(
      offerRows.flatMap(([category, file, line, slug]) =>
        file === null
          ? []
          : [
              [
                placeKey({ file: String(file), line: Number(line) }),
                { category: String(category), slug: String(slug), values: {} },
              ],
            ],
      ),
    );
    const presence: Presence = {
      categories: new Set(offerRows.map(([category]) => String(category))),
      offers: new Set(offers.keys()),
      everywhere: new Set(
        copies.map(([category, slug, chain]) => presenceKey(String(category), withoutChain(String(slug), chain))),
      ),
    };
    return { presence, offers };
  }

  async #readCategory({ key, source, columns }: OldCategory, rows: RowsByNetwork): Promise<void> {
    const values = [...columns.keys()].map((name) => `${quoteText(name)}: g.${quoteName(name)}`).join(', ');
    const found = await this.#staging.query(
      `SELECT g.network, g._content, r.sourceFile, r.sourceLine::INTEGER,
         to_json({values: {${values}}, offerSlug: r.offerSlug, offerFile: r.offerFile, offerLine: r.offerLine, overrides: r.overrides})::VARCHAR
       FROM ${parquet(path.join(this.#folder, snapshotPaths.rows(key)))} r
       JOIN (SELECT k.*, g.network FROM ${source} k JOIN gone g USING (_content) WHERE g.category = ${quoteText(key)}) g
       ON r.network = g.network AND r.slug = g.slug ORDER BY 1, 2`,
    );
    const contents = new Map<number, Content>();
    for (const [network, id, file, line, json] of found) {
      const content = contents.get(Number(id)) ?? parseContent(key, String(json));
      contents.set(Number(id), content);
      rows.add(String(network), content, String(file), Number(line));
    }
  }
}

export class RowsByNetwork {
  readonly #rows = new Map<string, Row[]>();

  add(network: string, content: Content | undefined, file: string, line: number): void {
    if (content === undefined) return;
    const rows = this.#rows.get(network);
    const row = { content, source: { file, line } };
    if (rows) rows.push(row);
    else this.#rows.set(network, [row]);
  }

  of(network: string): readonly Row[] {
    return this.#rows.get(network) ?? [];
  }
}
