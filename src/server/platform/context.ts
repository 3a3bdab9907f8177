import { database, type Db } from '../db';
import { systemNow } from './clock';

/** What every use case receives: where the rows are, and what time it is taken to be. */
export interface Ctx {
  db: Db;
  now: Date;
  /** Where the request came from; absent for jobs. */
  caller?: { address: string };
}

/** The present moment on this process's database. */
export function presentContext(): Ctx {
  return { db: database(), now: systemNow() };
}

/** The same, but never before a moment that somebody has already acted in. */
export function contextNotBefore(moment: Date): Ctx {
  const present = presentContext();
  return moment > present.now ? { ...present, now: moment } : present;
}
