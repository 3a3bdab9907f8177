import type postgres from 'postgres';

interface Asking {
  unsafe: (text: string, values?: unknown[], options?: object) => unknown;
}
type Begin = (options: string, work: (tx: Asking) => unknown) => Promise<unknown>;

/**
 * Makes postgres.js prepare Drizzle's statements. A prepared statement keeps its plan and needs one round trip instead
 * of two. Also makes every transaction read-write in its BEGIN statement, and sends a session one statement at a time.
 * @param isNamed false: the statements are not kept, for a pooler that gives each transaction another session
 */
export function prepareStatements(client: postgres.Sql, isNamed = true): postgres.Sql {
  const begin = client.begin.bind(client) as unknown as Begin;
  const readWrite = (work: (tx: unknown) => unknown) =>
    begin('read write', (tx) => work(asPrepared(tx, isNamed)));
  client.begin = readWrite as unknown as typeof client.begin;
  asPrepared(client as unknown as Asking, isNamed, { onexecute: sendNothingMore });
  return client;
}

/**
 * As `onexecute` of a statement, it makes postgres.js 3.4.9 wait for the answer before it sends the session another
 * statement. Otherwise up to a hundred statements wait for one session, with three faults:
 * - A slow statement delays the others while other sessions are idle.
 * - A BEGIN in the last place reserves no session.
 * - A statement is first described, without a Sync. If that follows an unanswered statement, pgBouncer 1.18 gives the
 *   server to another client at the answer. The statement then waits forever, and the other client gets its response or
 *   its transaction.
 */
const sendNothingMore = () => false;

function asPrepared(scope: Asking, isNamed: boolean, added: object = {}): Asking {
  const { unsafe } = scope;
  scope.unsafe = (text, values = [], options = {}) =>
    unsafe(text, values, { ...added, ...options, prepare: isNamed && values.length > 0 });
  return scope;
}
