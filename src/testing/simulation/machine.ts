import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import type { Random } from './random';
import type { Scheduler } from './scheduler';

/** Draws random bytes and identifiers from the seed, so that even the order of ties repeats. @returns what ends that */
export function seedRandomBytes(random: Random): () => void {
  const kept = { randomBytes: crypto.randomBytes, randomUUID: crypto.randomUUID };
  const bytes = (size: number) => Buffer.from(Array.from({ length: size }, () => random.below(256)));
  const hex = (size: number) => bytes(size).toString('hex');
  Object.assign(crypto, {
    randomBytes: bytes,
    randomUUID: () => `${hex(4)}-${hex(2)}-4${hex(2).slice(1)}-8${hex(2).slice(1)}-${hex(6)}`,
  });
  syncBuiltinESMExports();
  return () => {
    Object.assign(crypto, kept);
    syncBuiltinESMExports();
  };
}

/** Makes a task that sleeps wait at a gate of the scheduler instead. @returns what ends that */
export function sleepAtGates(scheduler: Scheduler): () => void {
  const { setTimeout } = timers;
  Object.assign(timers, { setTimeout: () => scheduler.gate('a moment later') });
  syncBuiltinESMExports();
  return () => {
    Object.assign(timers, { setTimeout });
    syncBuiltinESMExports();
  };
}
