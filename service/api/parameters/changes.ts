/** Parameters of changes and their feeds, as the OpenAPI documents describe them. query/change-params.ts parses them. */
import * as z from 'zod';
import { changeFacts, changeKinds } from '../../../model/changes.ts';
import { extraFields } from '../../query/changes/change-params.ts';
import { fieldsOf, inPath, type ParameterInput, repeated } from './input.ts';

export function changeParameters({ exampleSnapshot }: ParameterInput) {
  return {
    since: {
      schema: z.string(),
      description:
        'Changes after a snapshot, by its id, or from a time on: ISO 8601 with a time zone, or a day. The snapshot need not be kept any more.',
      example: '2026-01-01',
    },
    until: {
      schema: z.string(),
      description: 'Changes up to a snapshot or a time, which counts; a day counts as a whole.',
      example: exampleSnapshot,
    },
    changeKind: {
      name: 'kind',
      schema: z.enum(changeKinds),
      description: 'Only changes of this kind.',
      example: 'changed',
    },
    changeFact: {
      name: 'fact',
      ...repeated,
      schema: z.array(z.enum(changeFacts)),
      description: 'Only changes of these facts; `chains` are listings of an offer that has others. May be repeated.',
      example: ['price'],
    },
    changeExtras: {
      name: 'fields',
      schema: z.enum(extraFields),
      description: 'Also changes of addresses, which feeds leave out unless `fact` or `column` asks for them.',
      example: 'addresses',
    },
    changedColumn: {
      name: 'column',
      schema: z.string(),
      description: 'Key of the column that changed.',
      example: 'accessPrice',
    },
    changeFields: fieldsOf('changes', 'at,provider,slug,column,before,after'),
    feedFormat: {
      name: 'format',
      ...inPath,
      schema: z.enum(['atom', 'json']),
      description: 'Atom (RFC 4287) or JSON Feed 1.1.',
      example: 'atom',
    },
  } as const;
}
