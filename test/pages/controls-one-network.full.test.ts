/** Every control of every kind of page: one network. Unbounded, each deployment takes minutes. */
import { deployments, oneNetwork } from './support/deployments.ts';
import { describeAllControls } from './support/walks.ts';

describeAllControls(oneNetwork, { number: deployments.indexOf(oneNetwork), count: deployments.length });
