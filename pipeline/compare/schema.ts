/** Result of a comparison. FORMAT=json prints all of it; the other formats are built from it. */
import * as z from 'zod';
import { causeKinds, changeKinds } from '../../model/changes.ts';

const list = <T extends z.ZodType>(item: T) => z.array(item).readonly();
const count = z.int().nonnegative();
const names = list(z.string());
const value = z.union([z.string(), z.boolean(), names, z.null()]);
const cell = { column: z.string(), before: value, after: value };
const place = z.object({
  /** Relative to the source folder. */
  file: z.string(),
  line: z.int().positive(),
});

const text = z.string().nullable();

export const problemFields = {
  severity: z.enum(['error', 'warning']),
  rule: z.string(),
  /** Relative to the source folder, with `/`. */
  file: z.string(),
  /** Counted from 1; null if the problem concerns the whole file. */
  line: z.int().positive().nullable(),
  /** The column's header; null if the problem concerns the whole line. */
  column: text,
  message: z.string(),
};

export const jsonProblemSchema = z.strictObject({
  ...problemFields,
  /** The cell as written; null if the problem concerns no cell. */
  value: text,
  suggestion: text,
  /** All places of a problem that has several. */
  places: z
    .array(z.strictObject({ file: z.string(), line: z.int().positive().nullable(), column: text }))
    .optional(),
});

const rowCounts = { before: count, after: count, added: count, removed: count, changed: count };

/** An edit and all rows that it changes. A row is in one entry only. */
const entrySchema = z.object({
  change: z.enum(changeKinds),
  cause: z.object({
    kind: z.enum(causeKinds),
    /** Key of the network, category, chain or column; slug of the offer or listing. */
    name: z.string(),
    /** Null for a network and a chain. */
    category: z.string().nullable(),
    /** Network of a chain; null for other kinds. */
    network: z.string().nullable(),
    /** Places of the edit; former places of something removed. */
    places: list(place),
  }),
  rows: count,
  networks: count,
  /** Changed cells, most rows first; empty for added and removed rows. */
  cells: list(
    z.object({
      ...cell,
      rows: count,
      /** A row of an edited offer may also have an edited listing. */
      writtenIn: z.enum(['offer', 'listing', 'column']),
    }),
  ),
  /** `cells`: positions in `cells` above. */
  items: list(
    z.object({ network: z.string(), category: z.string(), slug: z.string(), cells: list(count) }),
  ),
});

/** An offer that no listing of either state uses, so that none of its rows changes. */
const unlistedOfferSchema = z.object({
  category: z.string(),
  slug: z.string(),
  change: z.enum(changeKinds),
  /** Former place of a removed offer. */
  place,
  /** Empty for added and removed offers. */
  cells: list(z.object(cell)),
});

const logoSchema = z.object({
  /** Path below the images of a snapshot: `acme.png`, `networks/ethereum.svg`. */
  file: z.string(),
  change: z.enum(changeKinds),
  /** Slugs of the providers and keys of the networks with this logo. */
  providers: names,
  networks: names,
});

const problemCounts = z.object({ errors: count, warnings: count });
const appearance = z.object({
  before: count,
  after: count,
  appeared: names,
  vanished: names,
});

/** Public URLs that would break. URLs below a removed network are not listed. */
const deadAddressesSchema = z.object({
  /** `{network}/` */
  networks: names,
  /** `{network}/toolbox/{category}`: no row is left. */
  pages: list(z.object({ category: z.string(), networks: names })),
  /** `{network}/providers/{slug}` */
  providers: list(z.object({ slug: z.string(), networks: names })),
  /** `{network}/compare?offer={slug}` */
  offers: list(z.object({ slug: z.string(), category: z.string(), networks: names })),
});

export const diffSchema = z.object({
  base: z.object({
    kind: z.enum(['snapshot', 'sources', 'revision']),
    /** Snapshot id, folder or revision. */
    name: z.string(),
    problems: problemCounts,
  }),
  /**
   * Problems of the current sources. With errors, a build publishes nothing and rows may be missing
   * from the comparison.
   */
  problems: problemCounts,
  /** Problems that the base does not have. */
  newProblems: list(jsonProblemSchema),
  /** Problems that only the base has. */
  fixedProblems: list(jsonProblemSchema),
  /** Whether rows, definitions, logos and unlisted offers are the same. */
  unchanged: z.boolean(),
  rows: z.object({ ...rowCounts, cells: count }),
  networks: appearance,
  /** Categories with at least one row. */
  categories: appearance,
  byCategory: list(z.object({ category: z.string(), ...rowCounts })),
  /** Networks with a difference. */
  byNetwork: list(z.object({ network: z.string(), ...rowCounts })),
  /** Pairs with a difference. */
  byNetworkAndCategory: list(z.object({ network: z.string(), category: z.string(), ...rowCounts })),
  /** Most rows first. */
  entries: list(entrySchema),
  /** Lines of providers.csv and meta/ that differ, and the chains of networks. */
  definitions: list(
    z.object({
      kind: z.enum(['network', 'category', 'column', 'provider']),
      key: z.string(),
      change: z.enum(changeKinds),
      cells: list(z.object(cell)),
    }),
  ),
  /** Logos whose image differs. */
  logos: list(logoSchema),
  /** Null for a snapshot, which has only the offers that listings use. */
  unlistedOffers: list(unlistedOfferSchema).nullable(),
  deadAddresses: deadAddressesSchema,
});

export type Diff = z.infer<typeof diffSchema>;
/** Changes of one edit, with all rows that it reaches. */
export type Edit = z.infer<typeof entrySchema>;
export type LogoChange = z.infer<typeof logoSchema>;
export type UnlistedOffer = z.infer<typeof unlistedOfferSchema>;
export type DeadAddresses = z.infer<typeof deadAddressesSchema>;
