/** Components of the responses that many operations share: 304 and the errors. */
import { refTo } from './schemas.ts';

const text = (description: string) => ({ description, schema: { type: 'string' } });

export const headers = {
  ETag: text('Strong entity tag of the response, for `If-None-Match`.'),
  'Content-Range': text('The range of bytes that is sent, or the size of the file.'),
  Allow: text('Methods of the address.'),
  'Retry-After': { description: 'Seconds to wait before the next request.', schema: { type: 'integer' } },
} as const;

export const notModified = {
  description: 'The response is still that of the ETag in `If-None-Match`. It has no body.',
  headers: { ETag: headers.ETag },
};

interface Kind {
  readonly name: string;
  readonly description: string;
  readonly header?: keyof typeof headers;
}

const kinds = {
  '400': { name: 'BadRequest', description: 'A parameter is unknown, repeated, missing or invalid.' },
  '404': { name: 'NotFound', description: 'Nothing is at this address.' },
  '405': { name: 'MethodNotAllowed', description: 'The method is not GET, HEAD or OPTIONS.', header: 'Allow' },
  '410': { name: 'Gone', description: 'The snapshot is no longer available.' },
  '412': { name: 'PreconditionFailed', description: 'The file is not that of the ETag in `If-Match`.' },
  '414': { name: 'UriTooLong', description: 'The address is too long.' },
  '416': {
    name: 'RangeNotSatisfiable',
    description: 'The range begins after the end of the file.',
    header: 'Content-Range',
  },
  '500': { name: 'InternalError', description: 'The service failed.' },
  '503': {
    name: 'Unavailable',
    description: 'No data is published yet, or the service is overloaded.',
    header: 'Retry-After',
  },
} as const satisfies Readonly<Record<string, Kind>>;

export type Failure = keyof typeof kinds;

const json = { 'application/json': { schema: refTo('Error') } };
/** Addresses that may end in `.md` have Markdown errors there. */
const markdown = { ...json, 'text/markdown': { schema: { type: 'string' } } };
/** Pages have HTML errors, and others for clients that do not accept HTML or prefer Markdown. */
const page = { 'text/html': { schema: { type: 'string' } }, ...markdown };

const rows = { '': json, Page: page, Markdown: markdown } as const;

/** The component of an error, and its name. `form` is the prefix of the name. */
export function failureOf(
  status: Failure,
  form: keyof typeof rows,
): { readonly name: string; readonly response: object } {
  const { name, description, header }: Kind = kinds[status];
  return {
    name: `${form}${name}`,
    response: {
      description,
      ...(header ? { headers: { [header]: headers[header] } } : {}),
      content: rows[form],
    },
  };
}
