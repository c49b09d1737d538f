/** Ways to connect to what a row describes, which a snapshot has beside the cells of the row. */
import { getOrInsert } from '../../common/get-or-insert.ts';
import { type Connect, mcpCategory, rpcCategory } from '../../model/connect.ts';
import type { Content } from '../sources.ts';
import { endpointsOf } from './endpoints.ts';
import { connectionOf } from './server.ts';

type Described = Pick<Content, 'category' | 'values'>;

const found = new WeakMap<Described, Connect | null>();

/**
 * Null if a row has nothing to connect to, and for rows of other categories. Computed once for each
 * content, because networks repeat it.
 */
export function connectOf(content: Described): Connect | null {
  return getOrInsert(found, content, () => readConnect(content));
}

function readConnect({ category, values }: Described): Connect | null {
  if (category === mcpCategory) return { server: connectionOf(values) };
  const endpoints = category === rpcCategory ? endpointsOf(values) : [];
  return endpoints.length === 0 ? null : { endpoints };
}
