import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { dayOf } from '@/domain/day';
import type { RepairState } from '@/domain/order-link';
import { shortDayText } from '@/locales/format';
import { attemptsOf, goTo, ordersOf, pass } from '@/testing/subscribers';
import { runJobs } from '@/testing/jobs';
import { plantFailed, RETRY_DATES, runDeclined } from '@/testing/repair-links';
import { withWorld } from '@/testing/with-world';
import { claimDuePayments, listDuePayments } from '@/server/money/charging/claim-due';
import { chargeAttempts } from '@/server/db/schema';
import { runBilling } from '@/server/work/jobs/run';
import { giveUpOrder } from './give-up';
import { repairByQr } from './repair-by-qr';
import { showRepair } from './repair-page';

const world = withWorld({ cleanup: 'check' });

/** Returns the tokens and the announced retry of every mail about the payment, oldest first. */
async function readMails(email: string) {
  await runJobs();
  const { mailbox } = world.sandbox;
  const mails = await Promise.all(mailbox.list(email).map((one) => mailbox.open(one)));
  return mails.flatMap((mail) => {
    const token = mail?.links.map((link) => link.split('/fix/')[1]).find(Boolean);
    if (!token) return [];
    return [{ token, announced: /try again on (\d+ \w+ \d+)/.exec(mail?.text ?? '')?.[1] ?? null }];
  });
}

test('every link of every message about a failed payment works after every step of the retry schedule', async () => {
  const { accountId, email, orderId } = await plantFailed(world);
  const tokens = new Set<string>();
  const states: RepairState[] = [];
  for (const [step, day] of RETRY_DATES.entries()) {
    if (step > 0) await runDeclined(world, day);
    await goTo(world, day, '10:00');
    const mails = await readMails(email);
    const [mail, ...others] = mails.filter(({ token }) => !tokens.has(token));
    expect(others).toEqual([]);
    tokens.add(mail?.token ?? '');
    // The new mail announces exactly the retry that comes next, and none after the last.
    const order = (await ordersOf(world, accountId)).find(({ id }) => id === orderId);
    const next = order?.dueAt ? dayOf(order.dueAt) : null;
    expect(mail?.announced).toBe(next && shortDayText(next, 'en'));
    expect(next).toBe(RETRY_DATES[step + 1] ?? null);
    for (const token of tokens) {
      const { state, nextTryOn } = await showRepair(world.ctx(), token);
      expect(nextTryOn).toBe(next);
      states.push(state);
    }
  }
  expect(new Set(states.slice(0, -RETRY_DATES.length))).toEqual(new Set(['retrying']));
  expect(new Set(states.slice(-RETRY_DATES.length))).toEqual(new Set(['unpaid']));
  const [first = '', second = ''] = tokens;
  await giveUpOrder(world.ctx(), first, '203.0.113.9');
  await pass(world, { days: 30 });
  // Opened late and twice, each link says what happened and changes nothing.
  for (const token of [...tokens, ...tokens])
    expect((await showRepair(world.ctx(), token)).state).toBe('given_up');
  const { qr } = await repairByQr(world.ctx(), second, { address: '203.0.113.9' });
  expect(qr).toBeNull();
  expect(await attemptsOf(world, accountId)).toHaveLength(1 + RETRY_DATES.length);
});

test('a message that announces a retry is not sent after the order was given up', async () => {
  const { email, token } = await plantFailed(world);
  await giveUpOrder(world.ctx(), token, '203.0.113.9');
  expect(await readMails(email)).toEqual([]);
  await goTo(world, RETRY_DATES[1], '09:00');
  await runBilling(world.ctx());
  expect(await readMails(email)).toEqual([]);
});

test('a run that still lists the payment does not charge the card while the QR code can be scanned', async () => {
  const { token, orderId } = await plantFailed(world);
  await goTo(world, RETRY_DATES[1], '09:00');
  const listed = (await listDuePayments(world.ctx(), 10)).map(({ id }) => id);
  expect(listed).toHaveLength(1);
  const { qr } = await repairByQr(world.ctx(), token, { address: '203.0.113.9' });
  expect(qr).not.toBeNull();
  expect(await claimDuePayments(world.ctx(), listed)).toEqual({ written: [], left: [] });
  const attempts = await world.db.query.chargeAttempts.findMany({
    where: eq(chargeAttempts.orderId, orderId),
  });
  expect(attempts.map(({ status }) => status).sort()).toEqual(['action_required', 'declined']);
});
