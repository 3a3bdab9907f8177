import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import type { Random } from './random';
import type { Scheduler } from './scheduler';

/**
 * Replaces the random values and the sleep function of Node with versions that depend only on the seed.
 * CommonJS packages keep the real random values, because the number of values that they draw depends on real
 * time.
 * @returns a function that restores the original modules
 */
export function replaceBuiltins(random: Random, scheduler: Scheduler): () => void {
  const real = {
    randomBytes: crypto.randomBytes,
    randomFillSync: crypto.randomFillSync,
    randomInt: crypto.randomInt,
    randomUUID: crypto.randomUUID,
  };
  const realSleep = { setTimeout: timers.setTimeout };
  const bytes = (size: number) => Buffer.from(Array.from({ length: size }, () => random.below(256)));
  const hex = (size: number) => bytes(size).toString('hex');
  Object.assign(crypto, {
    randomBytes: bytes,
    randomFillSync: (into: Buffer) => into.fill(bytes(into.length)),
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
