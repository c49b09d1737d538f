/**
 * One engine in a process of its own: asks every question and writes answers, times and memory as
 * JSON.
 */
import { p50 } from '../measure.ts';
import { type Answer, engines } from './engines.ts';
import { type Place, questionsOf, readRecipes } from './recipes.ts';

/** Repetitions of each question. The first answer is not counted, because it loads code. */
const times = 10;

export interface Asked {
  readonly version: string;
  /** Making the tables. */
  readonly openMs: number;
  readonly questions: readonly {
    readonly question: string;
    readonly answer: Answer;
    readonly ms: number;
  }[];
  readonly maxMb: number;
}

const [name = '', folder = '', snapshot = '', address = ''] = process.argv.slice(2);
const place: Place = { snapshot, address };
// Engines with threads of their own may keep the process alive.
process.stdout.write(JSON.stringify(await ask()), () => process.exit());

async function ask(): Promise<Asked> {
  const engine = engines.find((each) => each.name === name);
  if (!engine)
    throw new Error(`unknown engine "${name}": ${engines.map((each) => each.name).join(', ')}`);
  const recipes = await readRecipes();
  const startedMs = performance.now();
  const opened = await engine.open({ recipes, place, folder }, engine.recipe);
  const openMs = performance.now() - startedMs;
  const questions: Asked['questions'][number][] = [];
  for (const question of questionsOf(recipes).keys()) {
    const answer = await opened.answer(question);
    questions.push({ question, answer, ms: await p50(times, () => opened.answer(question)) });
  }
  return {
    version: opened.version,
    openMs,
    questions,
    maxMb: process.resourceUsage().maxRSS / 1024,
  };
}
