import type { Db } from '@/server/db';
import type { Scheduler } from './scheduler';

/** Thrown by a transaction that was committed, as by the driver when the connection ends before PostgreSQL's answer. */
export class LostCommit extends Error {
  readonly code = 'CONNECTION_CLOSED';
}

/**
 * Makes every transaction wait for its turn before it begins, and fail after its commit where `isLost` says so: the
 * task can't know whether it was carried out. What the simulation itself does is left alone.
 */
export function gateTransactions(db: Db, scheduler: Scheduler, isLost: () => boolean): Db {
  const begin = db.transaction.bind(db);
  const gated: typeof begin = async (work, config) => {
    await scheduler.gate('transaction');
    const result = await scheduler.holdTurn(() => begin(work, config));
    if (scheduler.isInTask() && isLost()) throw new LostCommit('the connection ended before the answer');
    return result;
  };
  return Object.assign(db, { transaction: gated });
}

/** Makes the task that sends a statement outside a transaction keep its turn until the response. */
export function holdStatements({ $client }: Db, scheduler: Scheduler): void {
  const unsafe = $client.unsafe.bind($client);
  $client.unsafe = ((...asked: Parameters<typeof $client.unsafe>) => {
    const query = unsafe(...asked);
    // The driver sends a query when its own `then` is called, which the caller chooses the moment of.
    const ended = new Promise<void>((resolve) => {
      const end = () => resolve();
      void Promise.prototype.then.call(query, end, end);
    });
    void scheduler.holdTurn(() => ended);
    return query;
  }) as typeof $client.unsafe;
}
