/** The test of responses fails for texts that became markup. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertHarmless } from './markup.ts';

describe('assertHarmless', () => {
  it('accepts texts that stand as texts', () => {
    assertHarmless('text/html', '<p title="&quot;&gt;&lt;img src=pwned">&lt;script&gt;pwned()&lt;/script&gt;</p>');
    assertHarmless('text/html', '<script type="application/ld+json">"pwned <\\/script>"</script>');
    assertHarmless('text/csv', "a,'=HYPERLINK(1)\n");
  });

  it('refuses elements, handlers, scripts, addresses and formulas', () => {
    for (const [type, body] of [
      ['text/html', '<p><pwned></p>'],
      ['text/html', '<p>"><img src=pwned onerror=pwned()></p>'],
      ['text/html', "<p title='' onmouseover='pwned()'>"],
      ['text/html', '<script>pwned()</script>'],
      ['text/html', '<script type="application/ld+json">"</script><script>pwned()</script>'],
      ['text/html', '<a href="javascript:pwned()">x</a>'],
      ['application/atom+xml', '<feed><title><pwned xmlns="x"/></title></feed>'],
      ['application/json', '{'],
      ['text/csv', 'a,=HYPERLINK(1)\n'],
      ['text/markdown', '<script>pwned()</script>'],
      ['text/markdown', '[pwned](javascript:pwned())'],
    ] as const)
      assert.throws(() => assertHarmless(type, body), body);
  });
});
