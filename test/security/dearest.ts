/**
 * Searches for the requests that cost the service most CPU time, over all routes and parameters, and prints them as a table.
 * Run: `node --import tsx test/security/dearest.ts [seconds]`.
 */

import { readSurfaces, type Surface } from './dearest/ingredients.ts';
import { type Candidate, type Cost, measure, measureScrape, writeRequest } from './dearest/measure.ts';
import { buildSources, largestSources } from './support/build.ts';
import { startService } from './support/service.ts';

const seconds = Number(process.argv[2] ?? 120);
/** Requests that are kept of each route. */
const kept = 3;

/** Before V8 has compiled a route, its requests cost several times as much. */
const warmUps = 10;

/** The least promising are improved as well, now and then: a good request may begin as a poor one. */
const share = 0.3;

function pick<T>(list: readonly T[]): T | undefined {
  return list[Math.floor(Math.random() * list.length)];
}

function compose(surface: Surface): Candidate {
  const count = 1 + Math.floor(Math.random() * 5);
  return {
    surface,
    ingredients: Array.from({ length: count }, () => pick(surface.ingredients)).flatMap((one) => one ?? []),
  };
}

/** One ingredient more, or one less, or another one. */
function change({ surface, ingredients }: Candidate): Candidate {
  const more = pick(surface.ingredients);
  const list = [...ingredients];
  if (list.length > 1 && Math.random() < 0.5) list.splice(Math.floor(Math.random() * list.length), 1);
  if (more && Math.random() < 0.8 && !list.includes(more)) list.push(more);
  return { surface, ingredients: list };
}

class Best {
  readonly #costs = new Map<string, Cost[]>();

  add(cost: Cost): void {
    const { route } = cost.candidate.surface;
    const all = [...(this.#costs.get(route) ?? []), cost].toSorted((a, b) => b.cpuMs - a.cpuMs);
    this.#costs.set(route, all.slice(0, kept));
  }

  of(route: string): readonly Cost[] {
    return this.#costs.get(route) ?? [];
  }

  get routes(): readonly (readonly Cost[])[] {
    return [...this.#costs.values()];
  }
}

/** Most of the time goes to the routes that are dearest so far. */
function next(best: Best, surfaces: readonly Surface[]): Candidate {
  const ranked = best.routes.toSorted(([a], [b]) => (b?.cpuMs ?? 0) - (a?.cpuMs ?? 0));
  const dearest = pick(ranked.slice(0, 6))?.[0]?.candidate.surface;
  const surface = (Math.random() < share ? undefined : dearest) ?? pick(surfaces);
  if (!surface) throw new Error('no route');
  const known = pick(best.of(surface.route));
  return known && Math.random() > share ? change(known.candidate) : compose(surface);
}

async function search(port: number, surfaces: readonly Surface[]): Promise<Best> {
  const best = new Best();
  const scrapeMs = await measureScrape(port);
  const endMs = performance.now() + seconds * 1000;
  for (const surface of surfaces) {
    for (const count of [1, 2, 3]) {
      const candidate = { surface, ingredients: surface.ingredients.slice(0, count) };
      await measure(port, candidate, { runs: warmUps, scrapeMs });
      best.add(await measure(port, candidate, { runs: 5, scrapeMs }));
    }
  }
  while (performance.now() < endMs) {
    const candidate = next(best, surfaces);
    const cost = await measure(port, candidate, { runs: 2, scrapeMs });
    const isDearer = cost.status >= 500 || cost.cpuMs > (best.of(candidate.surface.route).at(-1)?.cpuMs ?? 0);
    if (isDearer) best.add(await measure(port, candidate, { runs: 10, scrapeMs }));
  }
  return best;
}

/** The dearest request of each route, measured again: the highest of many short measurements is too high. */
async function confirm(port: number, best: Best): Promise<Cost[]> {
  const scrapeMs = await measureScrape(port);
  const costs: Cost[] = [];
  for (const known of best.routes) {
    const again: Cost[] = [];
    for (const { candidate } of known) again.push(await measure(port, candidate, { runs: 50, scrapeMs }));
    costs.push(...again.toSorted((a, b) => b.cpuMs - a.cpuMs).slice(0, 1));
  }
  return costs.toSorted((a, b) => b.cpuMs - a.cpuMs);
}

function printTable(costs: readonly Cost[]): void {
  const lines = costs.map(({ candidate, cpuMs, sentBytes, headBytes, receivedBytes, status }) => {
    const asked = candidate.ingredients.map(({ name }) => name).join('; ');
    const figures = [
      cpuMs.toFixed(1),
      sentBytes.toFixed(0),
      ((cpuMs / sentBytes) * 1000).toFixed(1),
      headBytes,
      receivedBytes,
    ];
    return `| ${candidate.surface.route} | ${asked} | ${status} | ${figures.join(' | ')} |`;
  });
  process.stdout.write(
    `${['| route | request | status | CPU ms | bytes sent | ms per kB sent | header bytes | bytes received |', '|---|---|---|---|---|---|---|---|', ...lines].join('\n')}\n`,
  );
  if (process.env.SHOW)
    for (const { candidate } of costs) process.stdout.write(`${writeRequest(candidate, Math.random).slice(0, 300)}\n`);
}

const build = process.env.BUILD_DIR ?? buildSources(largestSources);
const service = await startService(build);
try {
  printTable(await confirm(service.port, await search(service.port, await readSurfaces(service.port, build))));
} finally {
  await service.stop();
}
