import { database, type Db } from '../db';
import { systemNow } from './clock';

/** The context of every use case: the database and the present instant. */
export interface Ctx {
  db: Db;
  now: Date;
  /** The IP address of the request; absent for jobs. */
  caller?: { address: string };
}

/** Returns a context with the present instant and this process's database. */
export function presentContext(): Ctx {
  return { db: database(), now: systemNow() };
}

/**
 * Returns a context whose `now` is the later of the present instant and `moment`. `moment` is an instant at which
 * another process has already acted.
 */
export function contextNotBefore(moment: Date): Ctx {
  const present = presentContext();
  return moment > present.now ? { ...present, now: moment } : present;
}
