import type { Db } from '@/server/db';

/** Whether we are closed for maintenance is looked at every second, whoever asks. */
const isSwitchLookedAt = (query: string) => query.includes('from "flags"');

/**
 * What `work` sent to the database, `begin` and `commit` among it, in order, but for the look at the switches. Only sound
 * while nobody else uses the pool.
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
