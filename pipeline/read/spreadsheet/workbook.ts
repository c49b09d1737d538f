/**
 * Rows of the first visible sheet of a workbook. A small file may unpack to anything, so a thread
 * reads it, which ends at limits of time and memory.
 */
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { PipelineError } from '../../errors.ts';
import type { TableRecord } from '../tables/table.ts';
import { readParts } from './zip.ts';

const unpackedBytes = 50_000_000;
const cpuMs = 8000;
const memoryBytes = 500_000_000;
/** Time between two looks at what the process has used. */
const lookMs = 10;

export interface Workbook {
  /** Of the visible sheets. */
  readonly names: readonly string[];
  /** Of the first one, all of the same width. Blank rows are left out. */
  readonly records: readonly TableRecord[];
  /** What is left out of it on purpose. */
  readonly notes: readonly string[];
}

/** Throws PipelineError. */
export async function readWorkbook(file: string, bytes: Buffer): Promise<Workbook> {
  try {
    assertSmall(bytes);
    return await readInThread(bytes);
  } catch (error) {
    // The library's second sentence advises programmers.
    const [reason] = (error as Error).message.split('. ');
    throw new PipelineError('bad-workbook', `${file} cannot be read as a workbook: ${reason}`, {
      cause: error,
    });
  }
}

async function readInThread(bytes: Buffer): Promise<Workbook> {
  const started = process.cpuUsage();
  // The thread has a file of its own in dist/ too.
  const file = new URL(`./workbook-thread${path.extname(import.meta.filename)}`, import.meta.url);
  const worker = new Worker(file, { workerData: bytes });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<Workbook>((resolve, reject) => {
      worker.on('message', resolve).on('error', reject);
      timer = setInterval(() => {
        const { user, system } = process.cpuUsage(started);
        if ((user + system) / 1000 > cpuMs)
          reject(new Error(`it takes more than ${cpuMs / 1000} s to read`));
        else if (process.memoryUsage.rss() > memoryBytes)
          reject(new Error(`it takes more than ${memoryBytes / 1e6} MB of memory to read`));
      }, lookMs);
    });
  } finally {
    clearInterval(timer);
    await worker.terminate();
  }
}

/**
 * Adds up the sizes that the directory states. The library unpacks no part further than that,
 * unless the size is 0.
 */
function assertSmall(bytes: Buffer): void {
  const unpacked = readParts(bytes).reduce((sum, part) => sum + part.unpacked, 0);
  if (unpacked > unpackedBytes)
    throw new Error(
      `it unpacks to more than ${unpackedBytes / 1e6} MB; copy the rows into a new workbook`,
    );
}
