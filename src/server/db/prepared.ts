import type postgres from 'postgres';

interface Asking {
  unsafe: (text: string, values?: unknown[], options?: object) => unknown;
}
type Begin = (options: string, work: (tx: Asking) => unknown) => Promise<unknown>;

interface Pooling {
  /** Whether the sessions keep named statements. */
  isNamed: boolean;
  /** Whether a pooler gives each transaction another session. */
  isPooled: boolean;
}

/**
 * Makes postgres.js prepare Drizzle's statements. A prepared statement keeps its plan and needs one round trip instead
 * of two. Also makes every transaction read-write in its BEGIN statement, and keeps a statement off a pooled session
 * that still answers another one.
 */
export function prepareStatements(client: postgres.Sql, { isNamed, isPooled }: Pooling): postgres.Sql {
  const begin = client.begin.bind(client) as unknown as Begin;
  const readWrite = (work: (tx: unknown) => unknown) =>
    begin('read write', (tx) => work(asPrepared(tx, isNamed)));
  client.begin = readWrite as unknown as typeof client.begin;
  asPrepared(client as unknown as Asking, isNamed, isPooled ? { onexecute: sendNothingMore } : {});
  return client;
}

/**
 * postgres.js 3.4.9 sends nothing more to a session whose statement has this as `onexecute`. Otherwise it sends the
 * description of a statement, which ends without a Sync, behind a statement that is not answered yet. At that answer
 * pgBouncer 1.18 gives the server to another client: the statement waits forever, and the other client gets its response
 * or an open transaction.
 */
const sendNothingMore = () => false;

function asPrepared(scope: Asking, isNamed: boolean, added: object = {}): Asking {
  const { unsafe } = scope;
  scope.unsafe = (text, values = [], options = {}) =>
    unsafe(text, values, { ...added, ...options, prepare: isNamed && values.length > 0 });
  return scope;
}
