import { like, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import paymentFailed from '@/emails/payment-failed';
import { transaction } from '@/server/db';
import { messages } from '@/server/db/schema';
import { queueMessage } from '@/server/lifecycle/outbox';
import { runJobs } from '@/testing/jobs';
import { plantFriend } from '@/testing/line';
import { gatewayCharges, mailsTo } from '@/testing/providers';
import { cloneSubscriber } from '@/testing/clone-subscriber';
import { goTo, walkSubscriber } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';

// One slot for jobs: any running job delays the mail.
const world = withWorld({ settings: { WORKER_CONCURRENCY: '1' } });

/**
 * Blocks every call of a provider operation.
 * @returns the number of blocked calls, and a function that releases them
 */
function hold(operation: string) {
  const ask = globalThis.fetch;
  let letGo: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (letGo = resolve));
  let count = 0;
  globalThis.fetch = async (input, init) => {
    if (init?.method === 'POST' && typeof input === 'string' && input.endsWith(operation)) {
      count += 1;
      await released;
    }
    return ask(input, init);
  };
  return {
    count: () => count,
    letGo: () => {
      globalThis.fetch = ask;
      letGo();
    },
  };
}

/**
 * Adds the job of a billing run as the crontab does every minute. The job key is free again while the job
 * runs.
 */
const askForRun = () =>
  transaction(world.db, (tx) =>
    tx.execute(
      sql`select graphile_worker.add_job('run_billing', job_key => 'run_billing', max_attempts => 1)`,
    ),
  );

async function countRuns(): Promise<number> {
  const rows = await world.db.execute(sql`select 1 from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'run_billing'`);
  return rows.length;
}

const renewals = async () =>
  (await gatewayCharges(world)).filter(({ transactionIndicator }) => transactionIndicator === 'MIT').length;

test('while a billing run waits for a slow gateway, a login mail is sent and no other run charges anything', async () => {
  const person = await walkSubscriber(world);
  await world.sandbox.settled();
  await runJobs();
  await cloneSubscriber(world, person, 1);
  const setClone = (status: string, cancelledAt: string | null) =>
    transaction(world.db, (tx) =>
      tx.execute(sql`update subscriptions set status = ${status}, cancelled_at = ${cancelledAt}
        where id <> ${person.subscriptionId}`),
    );
  await setClone('cancelled', '2026-11-20T03:00:00Z');
  await goTo(world, '2026-12-31', '09:00');
  const gateway = hold('/charges');
  try {
    await world.startWorker();
    await askForRun();
    await expect.poll(gateway.count).toBe(1);
    await setClone('active', null);
    for (let minute = 0; minute < 3; minute++) {
      await askForRun();
      await expect.poll(countRuns).toBe(1);
    }
    await world.request('POST', '/api/trpc/auth.requestMagicLink', { json: { email: person.email } });
    await expect.poll(() => mailsTo(world, person.email)).toContain('Your login link');
    expect([gateway.count(), await renewals()]).toEqual([1, 0]);
  } finally {
    gateway.letGo();
  }
  await expect.poll(renewals).toBe(1);
  await expect.poll(countRuns).toBe(0);
  await askForRun();
  await expect.poll(renewals).toBe(2);
});

test('while sets of messages wait for a slow LINE, a login mail is sent', async () => {
  await goTo(world, '2027-01-02', '10:00');
  const [waiting, person] = [await walkSubscriber(world), await walkSubscriber(world)];
  await world.sandbox.settled();
  await runJobs();
  await plantFriend(world, waiting.accountId);
  const line = hold('/message/push');
  try {
    for (let set = 0; set < 4; set++)
      await transaction(world.db, (tx) =>
        queueMessage(tx, world.now(), {
          kind: 'payment_failed',
          accountId: waiting.accountId,
          dedupeKey: `set${set}`,
          payload: { ...paymentFailed.previews.preview, orderId: `ord_${set}` },
        }),
      );
    // Each slot for message sets runs one set. The other sets wait for a slot.
    await expect.poll(line.count).toBe(2);
    await world.request('POST', '/api/trpc/auth.requestMagicLink', { json: { email: person.email } });
    await expect.poll(() => mailsTo(world, person.email)).toContain('Your login link');
    expect(line.count()).toBe(2);
  } finally {
    line.letGo();
  }
  const sent = async () => {
    const rows = await world.db.select().from(messages).where(like(messages.dedupeKey, 'set%'));
    return rows.filter(({ status }) => status === 'sent').length;
  };
  await expect.poll(sent).toBe(4);
});
