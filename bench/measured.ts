/** Runs a program in this process and, when it ends, writes its time and its greatest memory to the file in BENCH_USAGE. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';

const [program = '', ...words] = process.argv.slice(2);
process.argv = [process.argv[0] ?? '', program, ...words];
process.on('exit', () => {
  const usage = { wallMs: performance.now(), maxMb: process.resourceUsage().maxRSS / 1024 };
  writeFileSync(process.env.BENCH_USAGE ?? '/dev/null', JSON.stringify(usage));
});
await import(path.resolve(program));
