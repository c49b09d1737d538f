import * as z from 'zod';
import type { Scope } from '../../../model/rows.ts';

/** Names and examples for the descriptions of parameters. The examples find something in the snapshot. */
export interface ParameterInput {
  readonly categoryKeys: readonly string[];
  /** Id of the snapshot. */
  readonly exampleSnapshot: string;
  /** A category with rows, null on a network without rows. */
  readonly exampleCategory: string | null;
  /** A provider in that category. */
  readonly exampleProvider: { readonly name: string; readonly slug: string } | null;
  /** Key of a network with rows in that category, null without rows. */
  readonly exampleNetwork?: string | null;
  /** Slug of an offer in that category. */
  readonly exampleOffer?: string | null;
  /** Scope of a row of that provider. */
  readonly exampleScope?: Scope;
  /** Slug of an MCP server, null without one. */
  readonly exampleServer?: string | null;
}

/** A repeated parameter. */
export const repeated = { style: 'form', explode: true } as const;
export const repeatedTexts = { ...repeated, schema: z.array(z.string()) } as const;

/** A part of the path. */
export const inPath = { in: 'path', required: true } as const;

export function fieldsOf(items: string, example: string) {
  const description = `Keys of the ${items} to return, separated by commas, in this order. All keys by default.`;
  return { name: 'fields', schema: z.string(), description, example } as const;
}
