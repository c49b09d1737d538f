/** Parameters of files of a snapshot. */
import * as z from 'zod';
import { inPath, type ParameterInput } from './input.ts';

export function fileParameters({ exampleSnapshot }: ParameterInput) {
  return {
    snapshotId: {
      name: 'id',
      ...inPath,
      schema: z.string(),
      description: 'Id of a snapshot that `/api/snapshots` lists.',
      example: exampleSnapshot,
    },
    table: {
      ...inPath,
      schema: z.string().meta({
        examples: [
          'offers',
          'networks',
          'providers',
          'categories',
          'columns',
          'sets',
          'words',
          'application',
          'units',
          'changes',
        ],
      }),
      description: 'Name of a table: the path of its file in `manifest.json` without `.parquet`.',
      example: 'networks',
    },
    range: {
      name: 'Range',
      in: 'header',
      schema: z.string(),
      description: 'One range of bytes (RFC 9110, section 14.2): the response is 206.',
      example: 'bytes=0-99',
    },
    ifMatch: {
      name: 'If-Match',
      in: 'header',
      schema: z.string(),
      description: 'ETag that the file must have: a range of another file is refused with 412.',
    },
    ifNoneMatch: {
      name: 'If-None-Match',
      in: 'header',
      schema: z.string(),
      description: 'ETag of a stored response: the response is 304 if it is still the same.',
    },
  } as const;
}
