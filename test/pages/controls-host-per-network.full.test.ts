/** Every control of every kind of page: a host for each network. Unbounded, each deployment takes minutes. */
import { deployments, hostPerNetwork } from './support/deployments.ts';
import { describeAllControls } from './support/walks.ts';

describeAllControls(hostPerNetwork, { number: deployments.indexOf(hostPerNetwork), count: deployments.length });
