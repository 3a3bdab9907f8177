import type postgres from 'postgres';

interface Asking {
  unsafe: (text: string, values?: unknown[], options?: object) => unknown;
}
type Begin = (options: string, work: (tx: Asking) => unknown) => Promise<unknown>;

/**
 * Makes postgres.js prepare Drizzle's statements. A prepared statement keeps its plan and needs one round trip instead
 * of two. Also makes every transaction read-write in its BEGIN statement.
 * @param isNamed false: the statements are not kept, for a pooler that gives each transaction another session
 */
export function prepareStatements(client: postgres.Sql, isNamed = true): postgres.Sql {
  const begin = client.begin.bind(client) as unknown as Begin;
  const readWrite = (work: (tx: unknown) => unknown) =>
    begin('read write', (tx) => work(asPrepared(tx, isNamed)));
  client.begin = readWrite as unknown as typeof client.begin;
  asPrepared(client as unknown as Asking, isNamed);
  return client;
}

function asPrepared(scope: Asking, isNamed: boolean): Asking {
  const { unsafe } = scope;
  scope.unsafe = (text, values = [], options = {}) =>
    unsafe(text, values, { ...options, prepare: isNamed && values.length > 0 });
  return scope;
}
