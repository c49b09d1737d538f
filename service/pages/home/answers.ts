/** Searches of the home page, each with its answer: only those that find something. */
import { answerWords, type WordsAnswer } from '../../answers/words.ts';
import {
  cheapestFor,
  cheapestPaid,
  countAnswer,
  type FirstAnswer,
} from '../../notations/first-answer.ts';
import { listParameters } from '../../questions/list.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import type { Parameters } from '../../urls.ts';

export interface NamedNetwork {
  readonly key: string;
  readonly name: string;
}

/** A search with what it found: the cheapest offer, or how many offers of whom. */
interface LiveAnswer extends FirstAnswer {
  readonly q: string;
  /** Key; null for all networks. */
  readonly network: string | null;
  /** Of the list that answers. */
  readonly parameters: Parameters;
}

const maxAnswers = 6;

/** In words that a person would type. `networks`: the largest first. */
function searchesFor([first, second, third]: readonly NamedNetwork[]): string[] {
  const on = (place: NamedNetwork | undefined) => (place === undefined ? '' : ` on ${place.name}`);
  return [
    `cheapest archive RPC${on(third ?? first)} for 40M requests`,
    `cheapest paid archive RPC${on(first)}`,
    `free RPC${on(second ?? first)}`,
    `faucets${on(second ?? first)} without login`,
    'MCP servers that write on chain',
    `wallets${on(first)} with staking`,
    `bridges${on(second ?? first)}`,
  ];
}

/** Kept with the snapshot. */
export function readLiveAnswers(
  snapshot: Snapshot,
  networks: readonly NamedNetwork[],
): Promise<readonly LiveAnswer[]> {
  return snapshot.derived.of('live answers', async () => {
    const answers: LiveAnswer[] = [];
    for (const q of searchesFor(networks)) {
      const answer = await answerWords(snapshot, q, { network: null, category: null, asText: [] });
      const isMet = answer !== null && answer.offers.length > 0 && answer.leftOut.length === 0;
      const live = isMet ? readAnswer(snapshot, q, answer) : null;
      if (live !== null && answers.push(live) === maxAnswers) break;
    }
    return answers;
  });
}

function readAnswer(snapshot: Snapshot, q: string, answer: WordsAnswer): LiveAnswer | null {
  const first = firstOf(snapshot, answer);
  if (first === null) return null;
  return { q, network: answer.network, parameters: listParameters(answer.question), ...first };
}

function firstOf(snapshot: Snapshot, answer: WordsAnswer): FirstAnswer | null {
  const { workload, sorting } = answer.interpretation;
  if (workload !== null) return cheapestFor(snapshot, answer);
  return sorting.length > 0 ? cheapestPaid(snapshot, answer) : countAnswer(answer);
}
