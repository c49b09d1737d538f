/**
 * Imported before the tests of a process (test/run.sh). Random cases begin with the same seed, so
 * that the same code gets the same verdict; SEED=<number> tries others.
 */
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env.SEED ?? 20261122) });
