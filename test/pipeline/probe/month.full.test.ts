/**
 * A month of rounds against servers of this machine that answer well, lag, lie, limit, fail, or are of
 * another chain, with a clock that is moved: the figures of the build are those of what they did.
 */
import assert from 'node:assert/strict';
import path from 'node:path';
import { it } from 'node:test';
import { checkSources } from '../../../pipeline/check-sources.ts';
import { collectTargets } from '../../../pipeline/probe/targets.ts';
import { snapshotFolder } from '../../../pipeline/snapshot/build-folder/publish.ts';
import { publishInto } from '../../support/build-folder.ts';
import { projectFolder } from '../../support/paths.ts';
import { probeMonth } from '../../support/probe-month.ts';
import { rpcNode, serve } from '../../support/probe-world.ts';
import { readParquet } from '../../support/second-reader.ts';
import { writeTree } from '../../support/source-tree.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

/** The number of the round decides what a server does; status 0 closes the connection. */
const servers = {
  right: () => ({ head: 0 }),
  lagging: () => ({ head: -7 }),
  lying: () => ({ head: 1_000_000 }),
  limited: (round: number) => (round % 2 === 0 ? { status: 429 } : { head: -1 }),
  failing: (round: number) => (round % 6 === 5 ? { status: 0 } : { head: 0 }),
  other: () => ({ chainId: 56, head: 5 }),
} satisfies Readonly<
  Record<string, (round: number) => Partial<Record<'head' | 'status' | 'chainId', number>>>
>;
type Name = keyof typeof servers;

it('measures a month as the servers made it', async (t) => {
  const [sources, build] = [await makeTemporaryFolder(t), await makeTemporaryFolder(t)];
  let round = 0;
  const names = Object.keys(servers) as Name[];
  const ports = await Promise.all(
    names.map((name) =>
      serve(
        async (request, response) => {
          const { head = 0, ...own }: { head?: number; status?: number; chainId?: number } =
            servers[name](round);
          if (own.status === 0) return void response.destroy();
          await rpcNode({ ...own, head: 10_000 + 1800 * round + head })(request, response);
        },
        { after: (work) => t.after(work) },
      ),
    ),
  );
  const addressOf = (at: number) => `http://${names[at]}.world.dev:${ports[at]}/rpc`;
  const cells =
    'slug,provider,apiType,technology,planType,historicalData,chain,address,actionButtons,starred,trial';
  await writeTree(sources, {
    'meta/networks.csv': `key,name,icon,docs,chains,caip2\nethereum,Ethereum,,https://ethereum.org/,"[""mainnet""]",eip155:1\n`,
    'references/providers/providers.csv': `slug,name,logoPath,description,website,docs,x,github,discord,telegram,linkedin,supportEmail,starred,tag\n${names
      .toSorted()
      .map((name) => `${name},${name},,,,,,,,,,,FALSE,`)
      .join('\n')}\n`,
    'listings/specific-networks/ethereum/apis.csv': `${cells}\n${names
      .map(
        (name, at) =>
          `${name},${name},RPC,EVM JSON-RPC,Public,Pruned,mainnet,${addressOf(at)},,FALSE,FALSE`,
      )
      .join('\n')}\n`,
  });
  const { sources: read, resolved } = await checkSources({ sources, project: projectFolder });
  const found = collectTargets(read, resolved);
  await probeMonth(found, build, (number) => (round = number));
  const id = await publishInto({ build, sources });
  const folder = snapshotFolder(build, id);
  const { rows } = await readParquet(path.join(folder, 'rows/apis.parquet'));
  const figures = Object.fromEntries(
    rows.map((row) => [
      String(row.slug),
      [row.verifiedUptime, row.verifiedBlocksBehindAvg, row.verifiedLatency === null],
    ]),
  );
  assert.deepEqual(figures, {
    right: ['100%', '0', false],
    lagging: ['100%', '7', false],
    lying: ['100%', null, false],
    limited: ['100%', '1', false],
    failing: ['83.33%', '0', false],
    other: ['0%', null, true],
  });
  const { rows: probes } = await readParquet(path.join(folder, 'probes.parquet'));
  const endpoints = probes.filter(({ kind }) => kind === 'endpoint');
  // Not of the one of another chain, and of the one that limited the reading before.
  const asked = endpoints.flatMap(({ address, capabilities }) =>
    capabilities === null ? [] : [/^http:\/\/(\w+)/.exec(String(address))?.[1]],
  );
  assert.deepEqual(asked.toSorted(), ['failing', 'lagging', 'lying', 'right']);
  assert.equal(endpoints.length, names.length);
});
