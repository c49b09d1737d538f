/** Definitions as they were last read, so that only files that changed are parsed again. */
import type { NewProblem } from '../problem.ts';
import type { Definition } from '../sources.ts';
import { UnreadableInput } from '../unreadable-input.ts';
import { type DefinitionShape, parseDefinitions } from './parse-definitions.ts';
import { type ReadContext, readTable } from './parse-table.ts';

interface Remembered {
  readonly bytes: Uint8Array;
  readonly definitions: readonly Definition<unknown>[];
  readonly problems: readonly NewProblem[];
  readonly unreadable: UnreadableInput;
}

/** Holds the definitions of the last state by the paths of their files. Each file has one shape. */
export class DefinitionMemory {
  readonly #files = new Map<string, Remembered>();

  /** Empty if the file cannot be read as a table. */
  read<T>(path: string, bytes: Uint8Array, shape: DefinitionShape<T>, context: ReadContext): readonly Definition<T>[] {
    let known = this.#files.get(path);
    if (known === undefined || Buffer.compare(known.bytes, bytes) !== 0)
      this.#files.set(path, (known = parse(path, bytes, shape)));
    for (const problem of known.problems) context.add(problem);
    context.unreadable.absorb(known.unreadable);
    return known.definitions as readonly Definition<T>[];
  }
}

function parse<T>(path: string, bytes: Uint8Array, shape: DefinitionShape<T>): Remembered {
  const problems: NewProblem[] = [];
  const context = { add: (problem: NewProblem) => void problems.push(problem), unreadable: new UnreadableInput() };
  const table = readTable(path, bytes, context);
  const definitions = table === null ? [] : parseDefinitions(table, shape, context);
  return { bytes, definitions, problems, unreadable: context.unreadable };
}
