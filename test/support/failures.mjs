/**
 * Reporter of node:test that repeats the failing tests: their names, and the first lines of what is
 * wrong. Of a log of CI only the last lines may be seen.
 */
const shownLines = 12;
const shownCharacters = 200;

// biome-ignore lint/style/noDefaultExport: node:test calls the default export of a reporter
export default async function* repeatFailures(source) {
  const names = [];
  const failures = [];
  for await (const { type, data } of source) {
    if (type === 'test:start') names.splice(data.nesting, names.length, data.name);
    if (type === 'test:fail' && data.todo === undefined) failures.push(...describe(data, names));
  }
  if (failures.length > 0) yield `\n${failures.length} failed:\n${failures.join('')}`;
}

/** Nothing of a suite of which only tests failed. */
function describe({ name, nesting, details: { error } }, names) {
  if (error.failureType === 'subtestsFailed') return [];
  const lines = String((error.cause ?? error).message ?? error).split('\n');
  const shown = lines.slice(0, shownLines).map((line) => `    ${line.slice(0, shownCharacters)}\n`);
  return [`\n${[...names.slice(0, nesting), name].join(' > ')}\n${shown.join('')}`];
}
