import type { Db } from '@/server/db';
import type { Scheduler } from './scheduler';

/** The error of a transaction whose commit succeeded but was not acknowledged, because the connection ended. */
export class LostCommit extends Error {
  readonly code = 'CONNECTION_CLOSED';
}

/**
 * Adds a gate before every transaction of a task. If `isLost` returns true, the transaction throws
 * `LostCommit` after its commit. Transactions of the simulation's own code are not changed.
 */
export function gateTransactions(db: Db, scheduler: Scheduler, isLost: () => boolean): Db {
  const begin = db.transaction.bind(db);
  const gated: typeof begin = async (work, config) => {
    await scheduler.gate('transaction');
    const result = await scheduler.runExclusive(() => begin(work, config));
    if (scheduler.isInTask() && isLost()) throw new LostCommit('the connection ended before the answer');
    return result;
  };
  return Object.assign(db, { transaction: gated });
}

/** Lets no other task run during a statement outside a transaction. */
export function holdStatements({ $client }: Db, scheduler: Scheduler): void {
  const unsafe = $client.unsafe.bind($client);
  $client.unsafe = ((...asked: Parameters<typeof $client.unsafe>) => {
    const query = unsafe(...asked);
    // The driver sends a query when its own `then` is called, so the query itself must not be awaited here.
    const ended = new Promise<void>((resolve) => {
      const end = () => resolve();
      void Promise.prototype.then.call(query, end, end);
    });
    void scheduler.runExclusive(() => ended);
    return query;
  }) as typeof $client.unsafe;
}
