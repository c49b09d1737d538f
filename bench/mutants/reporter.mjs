/**
 * Reporter of node:test for `mutants`: a line of JSON for each file, the suites of the group. With
 * BAIL it ends the process at the first failure.
 */
let file = '';

// biome-ignore lint/style/noDefaultExport: node:test calls the default export of a reporter
export default async function* report(source) {
  for await (const { type, data } of source) {
    if (type === 'test:start' && data.nesting === 0) file = data.name;
    if (type === 'test:pass' || type === 'test:fail') yield* resultOf(type === 'test:pass', data);
  }
}

function resultOf(passed, { name, nesting, todo, details }) {
  const ok = passed || todo !== undefined;
  if (!ok && process.env.BAIL) {
    process.stdout.write(`${JSON.stringify({ file, ok, test: name })}\n`);
    process.exit(1);
  }
  const ms = Math.round(details.duration_ms);
  return nesting === 0 ? [`${JSON.stringify({ file, ok, ms })}\n`] : [];
}
