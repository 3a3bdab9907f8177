import type postgres from 'postgres';

interface Asking {
  unsafe: (text: string, values?: unknown[], options?: object) => unknown;
}
type Begin = (options: string, work: (tx: Asking) => unknown) => Promise<unknown>;

/**
 * Makes postgres.js prepare Drizzle's statements. An unnamed statement takes two round trips and is planned
 * every time. A prepared statement takes one round trip and keeps its plan. Also begins every transaction as
 * read-write in the BEGIN statement, without a second statement.
 */
export function prepareStatements(client: postgres.Sql): postgres.Sql {
  const begin = client.begin.bind(client) as unknown as Begin;
  const readWrite = (work: (tx: unknown) => unknown) => begin('read write', (tx) => work(asPrepared(tx)));
  client.begin = readWrite as unknown as typeof client.begin;
  asPrepared(client as unknown as Asking);
  return client;
}

function asPrepared(scope: Asking): Asking {
  const { unsafe } = scope;
  scope.unsafe = (text, values = [], options = {}) =>
    unsafe(text, values, { ...options, prepare: values.length > 0 });
  return scope;
}
