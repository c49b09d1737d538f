/**
 * Providers, offers and listings, several times: the first of each is the source's own, the others
 * are varied copies.
 */
import { compareText } from '../../pipeline/problem.ts';
import { pick, randomOf } from './random.ts';
import type { Cells, Records } from './read-tables.ts';
import type { Vocabulary } from './vary.ts';

const reference = /^!offer:(\S+)$/;

export class Multiplier {
  readonly #vocabulary: Vocabulary;
  /** How many there are of each offer; where it is not whole, some have one more than others. */
  readonly #times: number;
  readonly #seed: number;

  constructor(vocabulary: Vocabulary, times: number, seed: number) {
    this.#vocabulary = vocabulary;
    this.#times = times;
    this.#seed = seed;
  }

  /** As many of each as any offer has. */
  providers({ header, records }: Records): Records {
    return inOrder(
      header,
      records.flatMap((cells) =>
        copies(Math.ceil(this.#times)).map((copy) => {
          // The pictures stay where they are.
          if (copy === 0) return { ...cells, logoPath: '' };
          const named = {
            ...cells,
            slug: this.#slug(cells, copy),
            name: this.#provider(cells.name, copy),
            logoPath: '',
          };
          return this.#vary('providers', named, copy);
        }),
      ),
    );
  }

  offers(category: string, { header, records }: Records): Records {
    return inOrder(
      header,
      records.flatMap((cells) =>
        copies(this.#timesOf(category, cells.slug)).map((copy) =>
          this.#entry(category, cells, copy),
        ),
      ),
    );
  }

  /** A listing of an offer stands beside those of the offer's copies. */
  listings(category: string, { header, records }: Records): Records {
    return inOrder(
      header,
      records.flatMap((cells) => {
        const slug = reference.exec(cells.offer ?? '')?.[1];
        return copies(this.#timesOf(category, slug ?? cells.slug)).map((copy) => {
          const entry = this.#entry(category, cells, copy);
          return slug === undefined
            ? entry
            : { ...entry, offer: `!offer:${this.#slug({ slug }, copy)}` };
        });
      }),
    );
  }

  #entry(category: string, cells: Cells, copy: number): Cells {
    if (copy === 0) return cells;
    const named = {
      ...cells,
      slug: this.#slug(cells, copy),
      provider: this.#provider(cells.provider, copy),
    };
    return this.#vary(category, named, copy);
  }

  #vary(what: string, cells: Cells, copy: number): Cells {
    return this.#vocabulary.vary(
      cells,
      randomOf(this.#seed, what, cells.slug ?? '', copy),
      this.#word(copy),
    );
  }

  #timesOf(category: string, slug = ''): number {
    const whole = Math.floor(this.#times);
    return whole + (randomOf(this.#seed, 'times', category, slug)() < this.#times - whole ? 1 : 0);
  }

  #slug({ slug = '' }: Cells, copy: number): string {
    return copy === 0 || slug === '' ? slug : `${slug}-${this.#word(copy)}`;
  }

  #provider(name = '', copy: number): string {
    const word = this.#word(copy);
    return name === '' ? '' : `${name} ${word.charAt(0).toUpperCase()}${word.slice(1)}`;
  }

  #word(copy: number): string {
    return this.#vocabulary.nameWords[copy - 1] ?? `n${copy}`;
  }
}

/**
 * The listings of a source network, for a new one that resembles it: some of them link to the
 * network's own address, and some of its testnets have names of their own.
 */
export function listOnNetwork(
  network: string,
  category: string,
  { header, records }: Records,
  seed: number,
): Records {
  const actionButtons = JSON.stringify([`[Docs](https://docs.${network}.example/${category})`]);
  const listings = records.map((cells) => {
    const isOwn = randomOf(seed, network, category, cells.slug ?? '')() < ownButtons;
    return {
      ...cells,
      ...(isOwn ? { actionButtons } : {}),
      chain: renameChain(network, cells.chain ?? '', seed),
    };
  });
  return { header, records: listings };
}

/**
 * As much as it takes for contents to grow as in the corpus: with the number of networks to the
 * power of 0.7.
 */
const ownButtons = 0.2;

function renameChain(network: string, chain: string, seed: number): string {
  const random = randomOf(seed, network, chain);
  if (chain === '' || chain === 'mainnet' || random() > 0.3) return chain;
  return `${pick(random, ['alpha', 'beta', 'delta', 'nova', 'terra', 'vega'], chain)}-${network.slice(0, 3)}`.replace(
    /-+$/,
    '',
  );
}

function copies(times: number): number[] {
  return Array.from({ length: times }, (_, copy) => copy);
}

/** Lines stand in the order of their slugs; a blank slug first. */
function inOrder(header: readonly string[], records: readonly Cells[]): Records {
  return { header, records: records.toSorted((a, b) => compareText(a.slug ?? '', b.slug ?? '')) };
}
