/** Operations and their answers, as every document here writes them. */
import { type JsonSchema, ref } from './schemas.ts';

/** The answer of every operation that fails. */
export const failure = {
  description: 'The request cannot be answered; the body says why and what is allowed.',
  content: { 'application/json': { schema: ref('Error') } },
};

export interface OperationText {
  readonly tag: string;
  readonly summary: string;
  readonly parameters?: readonly object[];
}

export function operation(operationId: string, { tag, summary, parameters }: OperationText, success: object) {
  const responses = { '200': success, '4XX': { $ref: '#/components/responses/Failure' } };
  return { get: { operationId, tags: [tag], summary, ...(parameters ? { parameters } : {}), responses } };
}

export function json(schema: JsonSchema, example?: unknown) {
  const content = { 'application/json': { schema, ...(example === undefined ? {} : { example }) } };
  return { description: 'Found.', content };
}

export function text(type: string) {
  return { description: 'Found.', content: { [type]: { schema: { type: 'string' } } } };
}
