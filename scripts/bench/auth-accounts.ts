import postgres from 'postgres';
import type { Asked } from './requests';

export const PASSWORD = 'correct horse';

/** The group of subscribers (people.ts) whose log-ins are measured. */
export const GROUP = 'auth';

/**
 * Returns the e-mail of the n-th subscriber. `unknownEmail` returns an e-mail of the same length without an
 * account.
 */
export const emailOf = (n: number) => `p${n}@${GROUP}.test`;
export const unknownEmail = (n: number) => `q${n}@${GROUP}.test`;

export const logIn = (email: string, password: string): Asked => ({
  path: '/api/login',
  body: { email, password },
});

/** Returns `count` consecutive whole numbers, beginning with `from`. */
export const numbers = (count: number, from = 1) => Array.from({ length: count }, (_, n) => n + from);

/** Opens a database connection, runs `work` with it, and closes it. */
export async function inPlain(url: string, work: (sql: postgres.Sql) => Promise<unknown>): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    await work(sql);
  } finally {
    await sql.end();
  }
}
