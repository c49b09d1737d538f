/** The result of a comparison as a value: what FORMAT=json prints, whole, and what the other formats are made of. */
import { z } from 'zod';

const count = z.int().nonnegative();
const value = z.union([z.string(), z.boolean(), z.array(z.string()).readonly(), z.null()]);
const place = z.object({
  /** Relative to the source folder. */
  file: z.string(),
  line: z.int().positive(),
});

const changeKinds = ['added', 'removed', 'changed'] as const;
const rowCounts = { before: count, after: count, added: count, removed: count, changed: count };

/** Kinds of edits; `causes.ts` tries them in its own order. */
export const causeKinds = [
  'network',
  'category',
  'offer',
  'all-networks-listing',
  'chain',
  'listing',
  'column',
] as const;

/** One edit, with every row that it reaches. A row stands in one entry. */
const entrySchema = z.object({
  change: z.enum(changeKinds),
  cause: z.object({
    kind: z.enum(causeKinds),
    /** Key of the network, category, chain or column; slug of the offer or listing. */
    name: z.string(),
    /** Null for a network and a chain. */
    category: z.string().nullable(),
    /** Of a chain. */
    network: z.string().nullable(),
    /** Places of the edit; former places of something removed. */
    places: z.array(place).readonly(),
  }),
  rows: count,
  networks: count,
  /** The cells that differ, those of most rows first; empty for rows that were added or removed. */
  cells: z
    .array(
      z.object({
        column: z.string(),
        before: value,
        after: value,
        rows: count,
        /** A row of an edited offer may have a listing with an edit of its own. */
        writtenIn: z.enum(['offer', 'listing', 'column']),
      }),
    )
    .readonly(),
  items: z
    .array(
      z.object({
        network: z.string(),
        category: z.string(),
        slug: z.string(),
        /** Positions in `cells` above. */
        cells: z.array(count).readonly(),
      }),
    )
    .readonly(),
});

const problemCounts = z.object({ errors: count, warnings: count });
const appearance = z.object({
  before: count,
  after: count,
  appeared: z.array(z.string()).readonly(),
  vanished: z.array(z.string()).readonly(),
});

/** Addresses that answer now and would not, or would show nothing. What is below a network that dies is not named. */
const deadAddressesSchema = z.object({
  /** `{network}/` */
  networks: z.array(z.string()).readonly(),
  /** `{network}/toolbox/{category}`: no row is left. */
  pages: z.array(z.object({ category: z.string(), networks: z.array(z.string()).readonly() })).readonly(),
  /** `{network}/providers/{slug}` */
  providers: z.array(z.object({ slug: z.string(), networks: z.array(z.string()).readonly() })).readonly(),
  /** `{network}/compare?offer={slug}` */
  offers: z
    .array(z.object({ slug: z.string(), category: z.string(), networks: z.array(z.string()).readonly() }))
    .readonly(),
});

export const diffSchema = z.object({
  base: z.object({
    kind: z.enum(['snapshot', 'sources', 'revision']),
    /** Snapshot id, folder or revision. */
    name: z.string(),
    /** Null for a snapshot, which has no errors. */
    problems: problemCounts.nullable(),
  }),
  /** Of the sources now. With errors nothing would be published, and rows may be missing from the comparison. */
  problems: problemCounts,
  /** Whether a build would publish the same rows and definitions. */
  unchanged: z.boolean(),
  rows: z.object({ ...rowCounts, cells: count }),
  networks: appearance,
  /** Categories with at least one row. */
  categories: appearance,
  byCategory: z.array(z.object({ category: z.string(), ...rowCounts })).readonly(),
  /** Networks with a difference. */
  byNetwork: z.array(z.object({ network: z.string(), ...rowCounts })).readonly(),
  /** Pairs with a difference. */
  byNetworkAndCategory: z.array(z.object({ network: z.string(), category: z.string(), ...rowCounts })).readonly(),
  /** Of most rows first. */
  entries: z.array(entrySchema).readonly(),
  /** Lines of providers.csv and meta/ that differ, and the chains of networks. */
  definitions: z
    .array(
      z.object({
        kind: z.enum(['network', 'category', 'column', 'provider']),
        key: z.string(),
        change: z.enum(changeKinds),
        cells: z.array(z.object({ column: z.string(), before: value, after: value })).readonly(),
      }),
    )
    .readonly(),
  deadAddresses: deadAddressesSchema,
});

export type Diff = z.infer<typeof diffSchema>;
export type DiffEntry = z.infer<typeof entrySchema>;
export type DeadAddresses = z.infer<typeof deadAddressesSchema>;
export type ChangeKind = (typeof changeKinds)[number];
export type CauseKind = (typeof causeKinds)[number];
