/** Every control of every kind of page: all networks by path. Unbounded, each deployment takes minutes. */
import { allNetworks, deployments } from './support/deployments.ts';
import { describeAllControls } from './support/walks.ts';

describeAllControls(allNetworks, { number: deployments.indexOf(allNetworks), count: deployments.length });
