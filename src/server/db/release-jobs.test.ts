import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { settings } from '@/settings/settings';
import { runJobs } from '@/testing/jobs';
import { registerSubscriber } from '@/testing/browser';
import { withWorld } from '@/testing/with-world';
import { transaction } from '.';
import { releaseJobs } from './migrate';

const world = withWorld();

test('the next worker runs the jobs of a killed one at once, not four hours later', async () => {
  const { email } = await registerSubscriber(world);
  await transaction(world.db, (tx) =>
    tx.execute(
      sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'worker-killed', attempts = 1`,
    ),
  );
  await runJobs();
  expect(await world.latestMail(email)).toBeNull();
  await releaseJobs(settings().DATABASE_URL);
  await runJobs();
  expect(await world.latestMail(email)).not.toBeNull();
});
