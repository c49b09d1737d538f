/** Preloaded with --import: kills the process before file operation number KILL_AT_STEP; logs operations to stderr. */
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

const names = [
  'copyFile',
  'link',
  'mkdir',
  'open',
  'rename',
  'rm',
  'symlink',
  'unlink',
  'writeFile',
];
let step = 0;

for (const name of names) {
  const original = fs[name];
  fs[name] = (...given) => {
    if (++step === Number(process.env.KILL_AT_STEP)) process.kill(process.pid, 'SIGKILL');
    process.stderr.write(`${name} ${given[0]}\n`);
    return original.apply(fs, given);
  };
}
syncBuiltinESMExports();
