/** The generators of clients, and the program that calls every operation of a document through each client. */
import type { OpenApiDocument, Operation } from '../support/interface-documents.ts';

interface Names {
  /** File of the document, and the folder for the client. */
  readonly document: string;
  readonly target: string;
  /** Base address of the operations. */
  readonly base: string;
}

export interface Generator {
  readonly name: string;
  readonly command: (names: Names) => readonly string[];
  /** Text of the file `<target>/config.mjs`. */
  readonly config?: (names: Names) => string;
  /** Source of a program that calls each operation with its required and with all examples, and prints their number. */
  readonly program: (document: OpenApiDocument, base: string) => string;
}

interface Call {
  readonly path: string;
  readonly operationId: string;
  /** The first media type of the answer. */
  readonly type: string;
  /** A key that the document requires of the answer. None for files, whose ranges are texts, and for several media types. */
  readonly requiredKey: string | undefined;
  /** Examples by name. */
  readonly pathParameters: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
}

/** A call with the required examples, and one with all. */
function callsOf({ paths }: OpenApiDocument): Call[] {
  return Object.entries(paths).flatMap(([path, { get: operation }]) => {
    const required = operation.parameters.filter((given) => given.required === true);
    const all = operation.parameters.filter(({ example }) => example !== undefined);
    return [required, all].map((parameters) => callOf(path, operation, parameters));
  });
}

function callOf(path: string, operation: Operation, parameters: Operation['parameters']): Call {
  const valuesIn = (place: string) =>
    Object.fromEntries(parameters.flatMap((given) => (given.in === place ? [[given.name, given.example]] : [])));
  const { operationId, responses } = operation;
  const [[type, { schema }] = ['', {}], ...others] = Object.entries(responses['200']?.content ?? {});
  const requiredKey = others.length > 0 || responses['206'] ? undefined : schema?.required?.[0];
  return { path, operationId, type, requiredKey, pathParameters: valuesIn('path'), query: valuesIn('query') };
}

/** Fails the program unless the call succeeds. JSON must have the type that the client states: an object with keys. */
const check = `
let calls = 0;
function check(name: string, status: number | undefined, data: unknown): void {
  if (status !== 200 || data === undefined || data === null) throw new Error(name + ": " + status + " " + JSON.stringify(data));
  calls++;
}
`;

const print = 'console.log(calls);\n';

function write(value: unknown): string {
  return JSON.stringify(value);
}

/** By place; a client has no types for places without parameters. */
function parametersOf({ pathParameters, query }: Call): object {
  return {
    ...(Object.keys(pathParameters).length > 0 ? { path: pathParameters } : {}),
    ...(Object.keys(query).length > 0 ? { query } : {}),
  };
}

/** Reads a key of the typed answer, which the client must know. */
function read({ requiredKey }: Call, data: string): string {
  return requiredKey === undefined ? data : `${data}.${requiredKey}`;
}

const openApiFetch: Generator = {
  name: 'openapi-typescript',
  command: ({ document, target }) => ['openapi-typescript', document, '-o', `${target}/schema.ts`],
  program: (document, base) => {
    const lines = callsOf(document).map((call) => {
      const { path, operationId, type } = call;
      const parseAs = type === 'application/json' ? 'json' : type.startsWith('text/') ? 'text' : 'arrayBuffer';
      const init = `{ params: ${write(parametersOf(call))}, parseAs: "${parseAs}" }`;
      const data = read(call, '(data ?? fail(error))');
      return `{ const { data, error, response } = await api.GET(${write(path)}, ${init}); check("${operationId}", response.status, ${data}); }`;
    });
    const head = `import createClient from "openapi-fetch";\nimport type { paths } from "./schema";\n`;
    const fail = 'function fail(error: unknown): never { throw new Error(JSON.stringify(error)); }\n';
    return `${head}${check}${fail}const api = createClient<paths>({ baseUrl: ${write(base)} });\n${lines.join('\n')}\n${print}`;
  },
};

const heyApi: Generator = {
  name: 'hey-api',
  command: ({ document, target }) => ['openapi-ts', '-i', document, '-o', `${target}/client`],
  program: (document, base) => {
    const lines = callsOf(document).map((call) => {
      const { operationId } = call;
      const given = `{ ...${write(parametersOf(call))}, throwOnError: true }`;
      return `{ const { data, response } = await api.${operationId}(${given}); check("${operationId}", response.status, ${read(call, 'data')}); }`;
    });
    const head = `import * as api from "./client";\nimport { client } from "./client/client.gen";\n`;
    return `${head}${check}client.setConfig({ baseUrl: ${write(base)} });\n${lines.join('\n')}\n${print}`;
  },
};

const orval: Generator = {
  name: 'orval',
  command: ({ target }) => ['orval', '--config', `${target}/config.mjs`],
  config: ({ document, base }) => {
    const output = { target: './client.ts', client: 'fetch', baseUrl: base };
    return `export default ${write({ api: { input: `../${document}`, output } })};\n`;
  },
  program: (document) => {
    const lines = callsOf(document).map((call) => {
      const { operationId, pathParameters, query } = call;
      const given = [...Object.values(pathParameters), ...(Object.keys(query).length > 0 ? [query] : [])].map(write);
      // A client of several media types has no `data` in the type of a streamed one.
      const data =
        call.type === 'application/json' ? `answer.status === 200 ? ${read(call, 'answer.data')} : null` : 'answer';
      return `{ const answer = await api.${operationId}(${given.join(', ')}); check("${operationId}", answer.status, ${data}); }`;
    });
    return `import * as api from "./client";\n${check}${lines.join('\n')}\n${print}`;
  },
};

export const generators: readonly Generator[] = [openApiFetch, heyApi, orval];
