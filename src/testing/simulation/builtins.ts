import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import type { Random } from './random';
import type { Scheduler } from './scheduler';

/**
 * Draws random values from the seed, and makes a sleeping task wait at a gate.
 * @returns a function that restores the modules
 */
export function replaceBuiltins(random: Random, scheduler: Scheduler): () => void {
  const real = {
    randomBytes: crypto.randomBytes,
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
  return () => {
    Object.assign(crypto, real);
    Object.assign(timers, realSleep);
    syncBuiltinESMExports();
  };
}
