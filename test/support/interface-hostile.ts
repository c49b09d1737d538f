/** Every hostile text in every place of a request that takes one. */
import { payloads } from './interface-hostile-payloads.ts';

export interface HostileCase {
  readonly name: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Must not come back as markup. */
  readonly payload: string;
}

const api = '/networks/aria/api/infrastructure-providers';

type Place = (payload: string) => Pick<HostileCase, 'path' | 'headers'>;

function encode(text: string): string {
  // Half a surrogate pair has no form in UTF-8.
  return encodeURIComponent(Buffer.from(text).toString());
}

function filters(...list: readonly unknown[]): string {
  return encode(JSON.stringify(list));
}

/** Every place that takes something from a client. */
const places: Readonly<Record<string, Place>> = {
  category: (payload) => ({ path: `${api}/rows?category=${encode(payload)}` }),
  search: (payload) => ({ path: `${api}/rows?category=apis&search=${encode(payload)}` }),
  'search of facets': (payload) => ({ path: `${api}/facets?category=apis&search=${encode(payload)}` }),
  'search on the page': (payload) => ({ path: `/networks/aria/toolbox/apis?search=${encode(payload)}` }),
  'filters as text': (payload) => ({ path: `${api}/rows?category=apis&filters=${encode(payload)}` }),
  'filter id': (payload) => ({ path: `${api}/rows?category=apis&filters=${filters({ id: payload, value: ['x'] })}` }),
  'filter value': (payload) => ({
    path: `${api}/rows?category=apis&filters=${filters({ id: 'provider', value: [payload] })}`,
  }),
  'list filter value': (payload) => ({
    path: `${api}/facets?category=apis&filters=${filters({ id: 'regions', value: [payload] })}`,
  }),
  'flag value': (payload) => ({
    path: `${api}/rows?category=apis&filters=${filters({ id: 'trial', value: [payload] })}`,
  }),
  'range value': (payload) => ({
    path: `${api}/rows?category=apis&filters=${filters({ id: 'accessPrice', value: [payload, ''] })}`,
  }),
  'sorting id': (payload) => ({ path: `${api}/rows?category=apis&sorting=${filters({ id: payload, desc: true })}` }),
  page: (payload) => ({ path: `${api}/rows?category=apis&page=${encode(payload)}` }),
  format: (payload) => ({ path: `${api}/export?category=apis&format=${encode(payload)}` }),
  'parameter name': (payload) => ({ path: `${api}/rows?category=apis&${encode(payload)}=1` }),
  'provider slug': (payload) => ({ path: `${api}/providers/${encode(payload)}` }),
  'toolbox category': (payload) => ({ path: `/networks/aria/toolbox/${encode(payload)}` }),
  network: (payload) => ({ path: `/networks/${encode(payload)}/api/infrastructure-providers/categories` }),
  'network page': (payload) => ({ path: `/networks/${encode(payload)}/` }),
  asset: (payload) => ({ path: `/assets/${encode(payload)}` }),
  icon: (payload) => ({ path: `/icons/${encode(payload)}.svg` }),
  'any path': (payload) => ({ path: `/${encode(payload)}` }),
  'user agent': (payload) => ({ path: '/', headers: { 'user-agent': encode(payload) } }),
};

export function hostileCases(): HostileCase[] {
  return Object.entries(places).flatMap(([place, at]) =>
    payloads.map((payload) => ({
      name: `${JSON.stringify(payload).slice(0, 60)} as ${place}`,
      payload,
      ...at(payload),
    })),
  );
}
