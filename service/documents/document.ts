/** Definition of a text, a JSON document or a file that is neither a page nor a resource. */
import type { Address, Omitted } from '../api/address.ts';
import type { Described } from '../api/resource.ts';
import type { Handler, Route } from '../http/context.ts';

export interface Document<Deps>
  extends Address,
    Pick<Route, 'parameters' | 'queue' | 'framedPolicy'> {
  readonly kind: 'text' | 'json' | 'file';
  /** What the OpenAPI document says. A path such as `/data/*file` has an operation for each file. */
  readonly operations: readonly Described[] | Omitted;
  readonly handler: (deps: Deps) => Handler;
}

export function document<Deps>(definition: Document<Deps>): Document<Deps> {
  return definition;
}
