import { setTimeout as sleep } from 'node:timers/promises';
import type { World } from './world';

/** Waits until at least `count` sessions of the world's database are waiting for a lock. */
export async function untilLocked(world: World, count = 1): Promise<void> {
  for (;;) {
    const [row] = await world.db.execute<{ n: number }>(`select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`);
    if (row && row.n >= count) return;
    await sleep(5);
  }
}
