/** Reads the rows of one network from a table over HTTP ranges, and counts what is transferred. */
import { type AsyncBuffer, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';

export interface Transferred {
  readonly rows: number;
  readonly requests: number;
  readonly kb: number;
  readonly fileKb: number;
}

const columns = ['network', 'provider', 'slug', 'planName', 'accessPrice', 'accessPriceMin'];

/**
 * A few columns of the network in the middle of the alphabet, as a notebook or a page would ask for
 * them.
 */
export async function readNetwork(address: string): Promise<Transferred> {
  const file = await openRemote(address);
  const metadata = await parquetMetadataAsync(file.buffer);
  const names = metadata.row_groups.flatMap(({ columns: [first] }) =>
    String(first?.meta_data?.statistics?.min_value),
  );
  const network = names[Math.floor(names.length / 2)] ?? '';
  const filter = { network: { $eq: network } };
  const found = await parquetReadObjects({
    file: file.buffer,
    metadata,
    columns,
    filter,
    compressors,
  });
  return {
    rows: found.length,
    requests: file.requests(),
    kb: file.bytes() / 1024,
    fileKb: file.buffer.byteLength / 1024,
  };
}

interface Remote {
  readonly buffer: AsyncBuffer;
  readonly requests: () => number;
  readonly bytes: () => number;
}

async function openRemote(address: string): Promise<Remote> {
  const head = await fetch(address, { method: 'HEAD' });
  let [requests, bytes] = [1, 0];
  const slice = async (start: number, end?: number) => {
    const response = await fetch(address, {
      headers: { Range: `bytes=${start}-${end === undefined ? '' : end - 1}` },
    });
    if (response.status !== 206)
      throw new Error(`${address} answers a range with ${response.status}`);
    const body = await response.arrayBuffer();
    requests++;
    bytes += body.byteLength;
    return body;
  };
  const byteLength = Number(head.headers.get('content-length'));
  return { buffer: { byteLength, slice }, requests: () => requests, bytes: () => bytes };
}
