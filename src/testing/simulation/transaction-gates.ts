import type { Db } from '@/server/db';
import type { Scheduler } from './scheduler';

/**
 * Thrown by a committed transaction, as by the driver when the connection ends before PostgreSQL acknowledges the
 * commit.
 */
export class LostCommit extends Error {
  readonly code = 'CONNECTION_CLOSED';
}

/**
 * Puts a gate before every transaction. If `isLost` says so, the transaction throws after its commit, so that the
 * task cannot know whether it was committed. Transactions of the simulation itself are not changed.
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

/** Lets no other task run while a statement outside a transaction is in progress. */
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
