/** Workflows of the signed-in application, which is a separate program at APP_URL. */
import type { Urls } from '../urls.ts';

/** Their paths below APP_URL are a convention of this project; docs/configuration.md lists them. */
const workflows = [
  ['Configurations', '/configurations', 'select a project and add its providers'],
  ['RPC access', '/rpc', 'use the RPC endpoints of a project'],
  ['Graph workflows', '/graph', 'query indexed data of a project'],
  ['Endpoint grouping', '/endpoint-groups', 'combine endpoints of several providers'],
  ['Load balancing', '/load-balancing', 'distribute requests over a group of endpoints'],
  ['Monitoring', '/monitoring', 'watch the endpoints of a project'],
] as const;

export interface Application {
  readonly signIn: string;
  readonly workflows: readonly { readonly label: string; readonly href: string; readonly purpose: string }[];
}

/** Null without APP_URL. */
export function applicationOf(urls: Pick<Urls, 'app'>): Application | null {
  const signIn = urls.app('/sign-in');
  if (signIn === null) return null;
  return {
    signIn,
    workflows: workflows.flatMap(([label, path, purpose]) => {
      const href = urls.app(path);
      return href === null ? [] : [{ label, href, purpose }];
    }),
  };
}
