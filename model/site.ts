/**
 * Name, licence, publisher and source of a directory: the line of meta/site.csv. Without it, pages
 * and documents state none of them.
 */
import * as z from 'zod';
import { enoughReadings } from './measures.ts';
import { pricePeriods } from './price-period.ts';

const address = z
  .string()
  .refine((text) => /^https?:\/\/[^\s"<>]+$/i.test(text) && URL.canParse(text), {
    error: 'is not an address: write it as https://example.org/page',
  })
  .nullable()
  .default(null);

const optional = (length: number) =>
  z.string().max(length, `has more than ${length} characters`).nullable().default(null);

const count = z
  .string()
  .regex(/^[1-9]\d{0,3}$/, 'is not a number from 1 to 9999')
  .nullable()
  .default(null);

export const siteSchema = z
  .object({
    name: z.string().max(60, 'has more than 60 characters'),
    /** In the header and after the title of each page; the name if blank. */
    shortName: optional(30),
    /** The subject of the directory, after `providers of`: `Web3 infrastructure`. */
    subject: optional(60),
    /** Title of the page of a network: `{network} infrastructure`; the name alone if blank. */
    networkTitle: z
      .string()
      .max(60, 'has more than 60 characters')
      .includes('{network}', 'has no {network} for the name of the network')
      .nullable()
      .default(null),
    /** Words for a network, for several, and before the name of one: `region`, `regions`, `in`. */
    networkWord: optional(30),
    networksWord: optional(30),
    networkPreposition: optional(20),
    /** One sentence. */
    description: optional(300),
    publisher: optional(200),
    publisherUrl: address,
    /** As people name it, `CC BY-SA 4.0`; of an SPDX name only spaces and hyphens differ. */
    license: optional(60),
    licenseUrl: address,
    /** Name of the database from which the data is taken, if its licence asks for it. */
    source: optional(100),
    sourceUrl: address,
    contact: z
      .string()
      .regex(
        /^(?:https:\/\/|mailto:)[\w.~:/?#@!&=+%-]{3,200}$/,
        'is neither an https:// nor a mailto: address, such as mailto:data@example.org',
      )
      .nullable()
      .default(null),
    /** Who makes the directory, a sentence or two on the page about it. */
    team: optional(500),
    /** Of links, buttons, the monogram and the bar of a phone's browser; `#0b7a5c`. */
    color: z
      .string()
      .regex(/^#[\da-f]{6}$/i, 'is not a colour: write it as #0b7a5c')
      .nullable()
      .default(null),
    /**
     * File name of an image in references/providers/images/, which pages show before the short name
     * and browsers in tabs.
     */
    logo: optional(100),
    /** File name of an image in the same folder, which other sites show beside a link. */
    picture: optional(100),
    /** Whether a build leaves referral codes in addresses; it does if blank. */
    referrals: z
      .enum(['keep', 'strip'], { error: 'is neither keep nor strip' })
      .nullable()
      .default(null),
    /** Period by which prices are compared; the month if blank. */
    pricePeriod: z.enum(pricePeriods).nullish(),
    /** Readings and days of 30 from which a build fills measured cells; the defaults if blank. */
    measuredReadings: count,
    measuredDays: count,
  })
  .readonly();

export type Site = z.infer<typeof siteSchema>;

/** Of a directory without site.csv. */
export const unnamedSite: Site = siteSchema.parse({
  name: 'Directory of providers',
  shortName: 'Directory',
});

/** Title of the page of a network. */
export function networkTitleOf({ networkTitle }: Site, network: string): string {
  return networkTitle?.replaceAll('{network}', () => network) ?? network;
}

export function shortNameOf({ name, shortName }: Site): string {
  return shortName ?? name;
}

/** ` of Web3 infrastructure`, to stand after `providers`; blank without a subject. */
export function ofSubject({ subject }: Site): string {
  return subject === null ? '' : ` of ${subject}`;
}

/** `Web3 infrastructure `, to stand before `providers`; blank without a subject. */
export function beforeNoun({ subject }: Site): string {
  return subject === null ? '' : `${subject} `;
}

/** Readings, and their days, from which a build fills measured cells. */
export function enoughOf(site: Site | null): { readonly readings: number; readonly days: number } {
  const { readings, days } = enoughReadings;
  return {
    readings: Number(site?.measuredReadings ?? readings),
    days: Number(site?.measuredDays ?? days),
  };
}

/** `web3-infrastructure-directory`: the name in identifiers. */
export function identifierOf({ name }: Site): string {
  const kebab = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '-')
    .replace(/^-|-$/g, '');
  return kebab === '' ? 'directory' : kebab;
}

/** Identifier of a licence, `CC-BY-SA-4.0`; null if the directory states none. */
export function licenseIdOf({ license }: Pick<Site, 'license'>): string | null {
  return license?.replace(/[^\w.]+/g, '-').replace(/^-|-$/g, '') ?? null;
}
