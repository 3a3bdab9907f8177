import type { Db } from '@/server/db';
import { systemNow } from '@/server/platform/clock';
import { processState } from '@/process-state';
import { getCachedCatalogue, type CatalogueCache } from '@/server/shop/catalogue/queries';

/** Every caller polls the maintenance switch once a second. */
const isSwitchLookedAt = (query: string) => query.includes('from "flags"');

/** Reads the catalogue into the cache of the process, where it stays fresh however long the work takes. */
async function holdCatalogue(db: Db): Promise<CatalogueCache> {
  await getCachedCatalogue({ db, now: systemNow() });
  const cache = processState('catalogue', (): CatalogueCache => ({}));
  if (cache.held) cache.held.isFresh = () => true;
  return cache;
}

/**
 * Returns the statements of `work` in order, with `begin` and `commit`, without those that poll the switches or renew the
 * cached catalogue, which depend on the speed of the machine. Valid only while no other code uses the pool.
 */
export async function queriesOf(db: Db, work: () => Promise<unknown>): Promise<string[]> {
  const sent: string[] = [];
  const { options } = db.$client;
  const cached = await holdCatalogue(db);
  options.debug = (_connection, query) => sent.push(query.replace(/\s+/g, ' ').trim());
  try {
    await work();
  } finally {
    options.debug = false;
    cached.held = undefined;
  }
  return sent.filter((query) => !isSwitchLookedAt(query));
}
