import type { Db } from '@/server/db';

/** Every caller polls the maintenance switch once a second. */
const isSwitchLookedAt = (query: string) => query.includes('from "flags"');

/**
 * Returns the statements of `work` in order, with `begin` and `commit`, without those that poll the switches. Valid
 * only while no other code uses the pool.
 */
export async function queriesOf(db: Db, work: () => Promise<unknown>): Promise<string[]> {
  const sent: string[] = [];
  const { options } = db.$client;
  options.debug = (_connection, query) => sent.push(query.replace(/\s+/g, ' ').trim());
  try {
    await work();
  } finally {
    options.debug = false;
  }
  return sent.filter((query) => !isSwitchLookedAt(query));
}
