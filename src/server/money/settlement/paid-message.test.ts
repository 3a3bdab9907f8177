import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { hourOf, parseDay } from '@/domain/day';
import { messages, orderAddresses } from '@/server/db/schema';
import { transaction } from '@/server/db';
import { canResend } from '@/server/work/messages/resend';
import { runJobs } from '@/testing/jobs';
import { ordersOf, plantSubscriber, walkSubscriber } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { notifyPaid } from './notifications';

const world = withWorld();
const told = async () => (await world.db.select().from(messages).where(eq(messages.kind, 'order_paid')))[0];

test('the message about a paid order tells its address and until when it can change, and then forgets the address', async () => {
  const { email } = await walkSubscriber(world);
  await runJobs();
  expect((await world.latestMail(email))?.text).toMatch(
    /We’ll deliver it to .+ 10110\.\s+Wrong address\? You can change it until 20 Nov 2026, 10:10 /,
  );
  const message = await told();
  expect(message?.payload).not.toHaveProperty('place');
  expect(message && canResend(message)).toBe(true);
});

test('a message that waits for the morning promises no change of the address, and names who receives the box', async () => {
  const { accountId } = await plantSubscriber(world);
  const [order] = await ordersOf(world, accountId);
  const mother = { recipientName: 'แม่ มาลี', recipientPhone: '0898765432' };
  const place = { address: '9 Nimman', province: 'Chiang Mai', postalCode: '50200', ...mother };
  const night = new Date(hourOf(parseDay('2026-11-20'), 22));
  await transaction(world.db, async (tx) => {
    await tx.delete(messages);
    await tx.insert(orderAddresses).values({ orderId: order?.id ?? '', ...place, changedAt: night });
    await notifyPaid(tx, night, [{ orderId: order?.id ?? '', cardId: null, asked: false }]);
  });
  expect((await told())?.payload).toMatchObject({ addressUntil: null, place });
});
