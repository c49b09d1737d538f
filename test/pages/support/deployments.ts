/** The deployments in which the pages are used: where the addresses of `page-types.ts` are in each of them. */
export interface Deployment {
  readonly name: string;
  /** `{port}` stands for the port of the service. */
  readonly environment: Readonly<Record<string, string>>;
  /** The address of a path that is written as in the default deployment. */
  readonly addressOf: (path: string, port: number) => string;
}

const network = 'ethereum';
const base = `/networks/${network}`;

function isOfNetwork(path: string): boolean {
  return path.startsWith(`${base}/`);
}

export const allNetworks: Deployment = {
  name: 'all networks by path',
  environment: {},
  addressOf: (path, port) => `http://localhost:${port}${path}`,
};

export const oneNetwork: Deployment = {
  name: 'one network',
  environment: { ONLY_NETWORK: network },
  addressOf: (path, port) => `http://localhost:${port}${isOfNetwork(path) ? path.slice(base.length) : path}`,
};

/** The site below a prefix, and each network on a host of its own; browsers resolve `*.localhost` to this machine. */
export const hostPerNetwork: Deployment = {
  name: 'a host for each network, and the site below a prefix',
  environment: {
    SITE_URL: 'http://localhost:{port}/directory',
    NETWORK_URL_TEMPLATE: 'http://{network}.localhost:{port}',
  },
  addressOf: (path, port) =>
    isOfNetwork(path)
      ? `http://${network}.localhost:${port}${path.slice(base.length)}`
      : `http://localhost:${port}/directory${path}`,
};

export const deployments: readonly Deployment[] = [allNetworks, oneNetwork, hostPerNetwork];
