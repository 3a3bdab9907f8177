import type postgres from 'postgres';

type AnyFunction = (...args: unknown[]) => unknown;
const never = new Promise<never>(() => undefined);

/**
 * postgres.js 3.4.9 loses a transaction when its backend dies while the callback awaits something else: later
 * queries of that callback run on a reconnected session in autocommit, hang, or their implicit COMMIT commits a
 * stranger's transaction (porsager/postgres #1186, #1204, #1216). The guard makes `begin` final: once it has
 * rejected, every further query of the callback throws, and the callback's own end is never acted upon.
 */
export function guardTransactions(client: postgres.Sql): postgres.Sql {
  const begin = client.begin.bind(client) as unknown as AnyFunction;
  const guarded = (...args: unknown[]) => {
    const work = args.pop() as (tx: unknown) => Promise<unknown>;
    const state: { lost: unknown } = { lost: null };
    const scoped = (tx: object) =>
      Promise.resolve(work(refuseWhenLost(tx, state))).then(
        (value) => (state.lost ? never : value),
        (error: unknown) => (state.lost ? never : Promise.reject(error as Error)),
      );
    return (begin(...args, scoped) as Promise<unknown>).catch((error: unknown) => {
      state.lost = error;
      throw error;
    });
  };
  client.begin = guarded;
  return client;
}

function refuseWhenLost(target: object, state: { lost: unknown }): object {
  const stop = () => {
    if (state.lost) throw state.lost as Error;
  };
  return new Proxy(target, {
    apply: (fn, self, args) => {
      stop();
      return (fn as AnyFunction).apply(self, args);
    },
    get: (object, key) => {
      const value = Reflect.get(object, key) as unknown;
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => {
        stop();
        if (key === 'savepoint') {
          const work = args.pop() as (tx: object) => unknown;
          return (value as AnyFunction).apply(object, [
            ...args,
            (sp: object) => work(refuseWhenLost(sp, state)),
          ]);
        }
        return (value as AnyFunction).apply(object, args);
      };
    },
  });
}
