import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import type { Random } from './random';
import type { Scheduler } from './scheduler';

/**
 * Draws the random values of the product and the sandbox from the seed, and makes a sleeping task wait at a gate.
 * CommonJS packages keep the real random values: the mail client and server draw some at each connection, and how often
 * a pooled connection is opened depends on real time.
 * @returns a function that restores the modules
 */
export function replaceBuiltins(random: Random, scheduler: Scheduler): () => void {
  const real = {
    randomBytes: crypto.randomBytes,
    randomInt: crypto.randomInt,
    randomUUID: crypto.randomUUID,
  };
  const realSleep = { setTimeout: timers.setTimeout };
  const bytes = (size: number) => Buffer.from(Array.from({ length: size }, () => random.below(256)));
  const hex = (size: number) => bytes(size).toString('hex');
  Object.assign(crypto, {
    randomBytes: bytes,
    randomInt: (first: number, limit?: number) =>
      limit === undefined ? random.below(first) : first + random.below(limit - first),
    randomUUID: () => `${hex(4)}-${hex(2)}-4${hex(2).slice(1)}-8${hex(2).slice(1)}-${hex(6)}`,
  });
  Object.assign(timers, { setTimeout: () => scheduler.gate('sleep') });
  syncBuiltinESMExports();
  // ECMAScript imports keep the seeded functions until the next synchronization.
  Object.assign(crypto, real);
  return () => {
    Object.assign(timers, realSleep);
    syncBuiltinESMExports();
  };
}
