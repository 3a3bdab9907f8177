import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { transaction } from '@/server/db';
import { flags, messages } from '@/server/db/schema';
import { readQuota } from '@/server/desk/reads/message-previews';
import { queueMessages } from '@/server/lifecycle/outbox';
import { runBilling } from '@/server/work/jobs/run';
import { PREVIEW } from '@/emails/payment-link';
import { runJobs } from '@/testing/jobs';
import { lineInbox, MALI, plantFriend } from '@/testing/line';
import { lineControl } from '@/testing/line-chat';
import { clearFaults, injectFault, mailsTo } from '@/testing/providers';
import { pass, plantRegistration, type Planted } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';

const world = withWorld({ cleanup: 'empty' });
let person: Planted;
beforeEach(async () => {
  await transaction(world.db, (tx) => tx.delete(flags).where(eq(flags.name, 'lineQuota')));
  person = await plantRegistration(world);
  await plantFriend(world, person.accountId);
});

/** Sets what LINE says of the month, and lets the product read it. */
async function month(quota: { limit: number | null; used: number }): Promise<void> {
  await lineControl(world, '/quota', quota);
  await pass(world, { minutes: 6 });
  await runBilling(world.ctx());
}
let written = 0;
/** Queues required and optional messages in turn, and sends them. */
async function send(count: number): Promise<void> {
  const { accountId } = person;
  const list = Array.from({ length: count }, (_, n) => {
    const common = { accountId, dedupeKey: `quota:${(written += 1)}`, asked: true };
    return n % 2 === 0
      ? { ...common, kind: 'payment_link' as const, payload: { ...PREVIEW, orderId: `ord_${written}` } }
      : {
          ...common,
          kind: 'referral_rewarded' as const,
          payload: {
            firstName: 'Mali',
            points: 500,
            balance: 500,
            link: 'http://localhost:3999/account/rewards',
          },
        };
  });
  await transaction(world.db, (tx) => queueMessages(tx, world.now(), list as never));
  await runJobs();
}
const counts = async () => ({
  line: (await lineInbox(world, MALI.subject)).length,
  mail: mailsTo(world, person.email).length,
});

test('near the limit optional messages go by e-mail, and at it no required message is lost', async () => {
  await month({ limit: null, used: 5 });
  expect(await readQuota(world.ctx())).toMatchObject({ limit: null, used: 5, isOptionalMailed: false });
  await send(2);
  expect(await counts()).toEqual({ line: 2, mail: 0 });
  await month({ limit: 10, used: 8 });
  expect(await readQuota(world.ctx())).toMatchObject({ limit: 10, used: 8, isOptionalMailed: true });
  await send(8);
  // Of four required ones LINE takes two until its limit; the other two and the four optional ones are mailed.
  expect(await counts()).toEqual({ line: 4, mail: 6 });
  const rows = await world.db.select().from(messages);
  expect(rows.filter(({ dedupeKey }) => dedupeKey.startsWith('quota:')).map(({ status }) => status)).toEqual(
    Array.from({ length: 10 }, () => 'sent'),
  );
});

test('a quota that cannot be read stops no message and is read again', async () => {
  await injectFault(world, {
    service: 'line',
    op: 'GET /v2/bot/message/quota',
    kind: 'status',
    times: 'always',
    args: { status: 500 },
  });
  await month({ limit: 10, used: 10 });
  await clearFaults(world);
  await send(2);
  expect(await counts()).toMatchObject({ mail: 2 });
  await month({ limit: null, used: 0 });
  expect(await readQuota(world.ctx())).toMatchObject({ used: 0 });
});
