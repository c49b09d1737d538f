/** Ways to connect to what a row describes, which a snapshot has beside the cells of the row. */
import { type Connect, mcpCategory, rpcCategory } from '../../model/connect.ts';
import type { Content } from '../sources.ts';
import { endpointsOf } from './endpoints.ts';
import { connectionOf } from './server.ts';

/** Null if a row has nothing to connect to, and for rows of other categories. */
export function connectOf({ category, values }: Pick<Content, 'category' | 'values'>): Connect | null {
  if (category === mcpCategory) return { server: connectionOf(values) };
  const endpoints = category === rpcCategory ? endpointsOf(values) : [];
  return endpoints.length === 0 ? null : { endpoints };
}
