import type postgres from 'postgres';

type AnyFunction = (...args: unknown[]) => unknown;
type Work = (tx: unknown) => unknown;
type Fate = { lost: unknown };
const never = new Promise<never>(() => undefined);

/**
 * Protects transactions from a lost database session. After the loss, every query of the transaction throws, and the
 * end of its callback has no effect. Without this guard, postgres.js 3.4.9 continues the callback. Later queries then
 * run in autocommit on a new session, hang, or commit another transaction (porsager/postgres #1186, #1204, #1216).
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
 * Runs a transaction callback. If the transaction is lost, the result never resolves: otherwise the driver would send
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
 * Runs a savepoint. Rejects if the transaction is lost, also when the driver does not detect the loss.
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
 * Marks the transaction as lost as soon as the connection rejects a query. The driver rejects `begin` later. A query in
 * between would have no socket: it would cause an uncaught exception, and the connection would never open again.
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
 * Removes empty elements at the start of a result. They appear in the first result after a query that failed in the
 * middle of its rows, because the driver does not reset its row counter. In a transaction, ROLLBACK resets the counter.
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
