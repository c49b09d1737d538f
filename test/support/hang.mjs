/**
 * Blocks the event loop of a process on purpose: `NODE_OPTIONS=--import=<this file> HANG_AT=<place>`. The places are `arrival` and `turn`
 * of a request with the parameter `hang`, and `opening` of a snapshot.
 */
const place = process.env.HANG_AT;

function hang() {
  // What recheck finds in code: a regular expression that never ends.
  if (process.env.HANG_IN === 'expression') /^(?:a+)+$/.test(`${'a'.repeat(60)}b`);
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

/** The service parses the parameters of a request when it arrives, and again when its turn has come. */
let parsed = 0;
if (place === 'arrival' || place === 'turn') {
  globalThis.URLSearchParams = class extends URLSearchParams {
    constructor(init) {
      super(init);
      if (super.has('hang') && ++parsed === (place === 'arrival' ? 1 : 2)) hang();
    }
  };
}
