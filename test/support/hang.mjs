/**
 * Blocks the event loop of a process on purpose: `NODE_OPTIONS=--import=<this file> HANG_AT=<place>`. The places are `arrival` and `turn`
 * of a request with the parameter `hang`, and `opening` of a snapshot.
 */
import { pbkdf2Sync } from 'node:crypto';
import { isMainThread } from 'node:worker_threads';

/** The thread of the watchdog loads this file, too. */
const place = isMainThread ? process.env.HANG_AT : undefined;

function hang() {
  // What recheck finds in code: a regular expression that never ends.
  if (process.env.HANG_IN === 'expression') /^(?:a+)+$/.test(`${'a'.repeat(60)}b`);
  // Native code, which no debugger interrupts.
  if (process.env.HANG_IN === 'native') pbkdf2Sync('a', 'b', 2 ** 31 - 1, 64, 'sha512');
  for (;;);
}

if (place === 'opening') {
  const { parse } = JSON;
  JSON.parse = (text, reviver) => {
    const value = parse(text, reviver);
    if (value?.formatVersion !== undefined) hang();
    return value;
  };
}

/** The service looks for a fragment in an address when the request arrives. */
if (place === 'arrival') {
  const { indexOf } = String.prototype;
  String.prototype.indexOf = function (text, from) {
    if (text === '#' && this.includes('hang=1')) hang();
    return indexOf.call(this, text, from);
  };
}

/** The service parses the parameters when their turn has come. */
if (place === 'turn') {
  globalThis.URLSearchParams = class extends URLSearchParams {
    constructor(init) {
      super(init);
      if (super.has('hang')) hang();
    }
  };
}
