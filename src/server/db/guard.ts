import type postgres from 'postgres';

type AnyFunction = (...args: unknown[]) => unknown;
type Work = (tx: unknown) => unknown;
type Fate = { lost: unknown };
const never = new Promise<never>(() => undefined);

/**
 * Protects transactions from a lost database session. When the backend of a transaction stops while its
 * callback awaits other work, postgres.js 3.4.9 does not end the callback. Later queries of the callback run
 * in autocommit on a new session, hang, or their implicit COMMIT commits another transaction
 * (porsager/postgres #1186, #1204, #1216). With the guard, every query after the loss throws, and the end of
 * the callback has no effect.
 */
export function guardTransactions(client: postgres.Sql): postgres.Sql {
  const begin = client.begin.bind(client) as unknown as AnyFunction;
  const guarded = (...args: unknown[]) => {
    const work = args.pop() as Work;
    const fate: Fate = { lost: null };
    const scoped = (tx: object) => endUnlessLost(work, tx, fate);
    return (begin(...args, scoped) as Promise<unknown>).catch((error: unknown) => {
      fate.lost = error;
      throw error;
    });
  };
  client.begin = guarded;
  const unsafe = client.unsafe.bind(client) as unknown as AnyFunction;
  client.unsafe = ((...args: unknown[]) => closeGap(unsafe(...args))) as unknown as typeof client.unsafe;
  return client;
}

/**
 * Runs a transaction callback. If the transaction is lost, never resolves: the driver would otherwise send
 * COMMIT or ROLLBACK to another session.
 */
function endUnlessLost(
  work: Work,
  scope: object,
  fate: Fate,
  tell?: (error: unknown) => void,
): Promise<unknown> {
  return new Promise((resolve) => resolve(work(refuseWhenLost(scope, fate)))).then(
    (value) => {
      if (!fate.lost) return value;
      tell?.(fate.lost);
      return never;
    },
    (error: unknown) => {
      if (!fate.lost) throw error;
      tell?.(error);
      return never;
    },
  );
}

/**
 * Runs a savepoint, and rejects if the transaction is lost, even when the driver does not notice the loss.
 */
function guardedSavepoint(savepoint: AnyFunction, args: unknown[], fate: Fate): Promise<unknown> {
  const work = args.pop() as Work;
  return new Promise((resolve, reject) => {
    const scoped = (scope: object) => endUnlessLost(work, scope, fate, reject);
    (savepoint(...args, scoped) as Promise<unknown>).then(resolve, reject);
  });
}

function refuseWhenLost(target: object, fate: Fate): object {
  const stop = () => {
    if (fate.lost) throw fate.lost as Error;
  };
  return new Proxy(target, {
    apply: (fn, self, args) => {
      stop();
      return noticeLoss((fn as AnyFunction).apply(self, args), fate);
    },
    get: (object, key) => {
      const value = Reflect.get(object, key) as unknown;
      if (typeof value !== 'function') return value;
      const method = (value as AnyFunction).bind(object);
      return (...args: unknown[]) => {
        stop();
        return key === 'savepoint' ? guardedSavepoint(method, args, fate) : noticeLoss(method(...args), fate);
      };
    },
  });
}

/**
 * Marks the transaction as lost when the connection rejects a query, which happens before the driver rejects
 * `begin`. A query between the two would be written without a socket: an uncaught exception, and a connection
 * that never opens again.
 */
function noticeLoss(made: unknown, fate: Fate): unknown {
  const query = made as { reject?: (error: unknown) => void };
  if (!(made instanceof Promise) || !query.reject) return made;
  const reject = query.reject;
  query.reject = (error) => {
    if (isOfTheConnection(error)) fate.lost ??= error;
    reject(error);
  };
  return made;
}

/**
 * Removes the empty elements at the start of a result. The driver does not reset its row counter after a
 * query that failed in the middle of its rows. The next result of that connection then begins with as many
 * empty elements. Inside a transaction the ROLLBACK resets the counter.
 */
function closeGap(made: unknown): unknown {
  const query = made as { resolve: (rows: unknown) => void };
  const resolve = query.resolve;
  query.resolve = (rows) => {
    if (Array.isArray(rows) && rows.length > 0 && !(0 in rows)) rows.splice(0, Number(Object.keys(rows)[0]));
    resolve(rows);
  };
  return made;
}

function isOfTheConnection(error: unknown): boolean {
  const { code, syscall } = (error ?? {}) as { code?: unknown; syscall?: unknown };
  return typeof syscall === 'string' || (typeof code === 'string' && code.startsWith('CONNECTION_'));
}
