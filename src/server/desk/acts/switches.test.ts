import { eq, sql } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import { runBilling } from '@/server/work/jobs/run';
import { transaction } from '@/server/db';
import { auditEvents } from '@/server/db/schema';
import { readBillingBatch } from '@/server/platform/flags';
import { chargeDuePayment, nextDueAt } from '@/server/money/charging/claim-due';
import { deepTest } from '@/testing/deep';
import { runJobs } from '@/testing/jobs';
import { gatewayCharges } from '@/testing/providers';
import { goTo, ordersOf, plantRegistration, plantSubscriber } from '@/testing/subscribers';
import { payFirstOffline } from '@/server/money/checkout/first-payment-offline';
import { withWorld } from '@/testing/with-world';
import { confirmTransfer } from './confirm-transfer';
import { pauseBilling, setBillingBatch, switchIncident, switchMaintenance } from './switches';

const world = withWorld({ settings: { INCIDENT: 'on' }, cleanup: 'check' });
afterEach(async () => {
  await transaction(world.db, (tx) => tx.execute(sql`delete from flags where name <> 'thai_addresses'`));
});

const ctx = () => ({ ...world.ctx(), operator: 'operator' });
const run = () => runBilling(world.ctx());
const audited = async (subject: string) =>
  (await world.db.select().from(auditEvents).where(eq(auditEvents.subject, subject))).map(({ what }) => what);

describe('paused billing', () => {
  test('charges nothing; after resume each due payment is charged once', async () => {
    const { accountId } = await plantSubscriber(world);
    await pauseBilling(ctx(), true);
    await goTo(world, '2026-12-31', '09:00');
    expect(await run()).toMatchObject({ planned: 1, charged: 0 });
    await goTo(world, '2027-01-01', '15:00');
    expect(await run()).toMatchObject({ charged: 0 });
    expect(await gatewayCharges(world, accountId)).toHaveLength(1);
    await pauseBilling(ctx(), false);
    expect((await Promise.all([run(), run()])).map(({ charged }) => charged).sort()).toEqual([0, 1]);
    expect(await run()).toMatchObject({ charged: 0 });
    expect((await ordersOf(world, accountId))[1]).toMatchObject({ status: 'paid', paidOn: '2027-01-01' });
  });

  deepTest('lifted at night, charges nothing and makes no link before 09:00', async () => {
    const { accountId } = await plantSubscriber(world);
    const offline = await plantRegistration(world);
    const { orderId } = await payFirstOffline(world.ctx(), offline.accountId);
    await confirmTransfer(ctx(), { target: orderId, amount: 37_525, paidOn: null, line: null });
    await runJobs();
    await pauseBilling(ctx(), true);
    await goTo(world, '2026-12-31', '09:00');
    await run();
    await goTo(world, '2027-01-02', '02:00');
    await pauseBilling(ctx(), false);
    expect(await run()).toMatchObject({ charged: 0, linksSent: 0 });
    const due = (await ordersOf(world, accountId)).find(({ status }) => status === 'charging');
    expect(await chargeDuePayment(world.ctx(), due?.paymentId ?? '')).toBeNull();
    const opensAt = new Date('2027-01-02T09:00:00+07:00');
    expect(await nextDueAt(world.ctx(), world.now())).toEqual(opensAt);
    await world.setNow(opensAt);
    expect(await run()).toMatchObject({ charged: 1, linksSent: 1 });
  });

  test('does not charge payments that a run had already found', async () => {
    const { accountId } = await plantSubscriber(world);
    await goTo(world, '2026-12-31', '08:00');
    await run();
    await goTo(world, '2026-12-31', '09:00');
    const [, due] = await ordersOf(world, accountId);
    await pauseBilling(ctx(), true);
    expect(await chargeDuePayment(world.ctx(), due?.paymentId ?? '')).toBeNull();
    await pauseBilling(ctx(), false);
    expect((await chargeDuePayment(world.ctx(), due?.paymentId ?? ''))?.orderStatus).toBe('paid');
  });

  test('makes no payment link; after resume it does', async () => {
    const person = await plantRegistration(world);
    const { orderId } = await payFirstOffline(world.ctx(), person.accountId);
    await confirmTransfer(ctx(), { target: orderId, amount: 37_525, paidOn: null, line: null });
    await runJobs();
    await pauseBilling(ctx(), true);
    await goTo(world, '2026-12-31', '09:00');
    expect(await run()).toMatchObject({ planned: 1, linksSent: 0 });
    await pauseBilling(ctx(), false);
    expect(await run()).toMatchObject({ linksSent: 1 });
    expect(await run()).toMatchObject({ linksSent: 0 });
    expect((await ordersOf(world, person.accountId))[1]).toMatchObject({ status: 'awaiting_payment' });
  });

  test('is audited once when repeated', async () => {
    const before = await audited('billing');
    const answers = await Promise.all([1, 2, 3].map(() => pauseBilling(ctx(), true)));
    expect(answers.filter(({ changed }) => changed)).toHaveLength(1);
    await pauseBilling(ctx(), false);
    expect((await pauseBilling(ctx(), false)).changed).toBe(false);
    expect((await audited('billing')).slice(before.length)).toEqual(['billing.paused', 'billing.resumed']);
  });
});

describe('the switches of pages', () => {
  const shown = async () => {
    const answer = await world.request('GET', '/api/settings');
    const { data } = (await answer.json()) as { data: Record<string, unknown> };
    return { incident: data.incident, text: data.incidentText, maintenance: data.maintenance };
  };
  const soon = { timeout: 10_000, interval: 100 };
  const words = { en: 'Cards are slow today.', th: 'วันนี้บัตรช้า' };

  test('override the environment at run time; without a switch the environment applies', async () => {
    await expect.poll(shown, soon).toEqual({ incident: true, text: null, maintenance: false });
    await switchIncident(ctx(), false, null);
    await switchMaintenance(ctx(), true);
    await expect.poll(shown, soon).toEqual({ incident: false, text: null, maintenance: true });
    await switchIncident(ctx(), true, words);
    await switchMaintenance(ctx(), false);
    await expect.poll(shown, soon).toEqual({ incident: true, text: words, maintenance: false });
    expect(await audited('maintenance')).toEqual(['maintenance.on', 'maintenance.off']);
    expect((await switchIncident(ctx(), true, words)).changed).toBe(false);
  });

  test('an empty banner text is refused', async () => {
    await expect(switchIncident(ctx(), true, { en: ' ', th: 'x' })).rejects.toThrow('1 to 500');
  });
});

describe('the size of the sets of a billing run', () => {
  test('is the setting until an operator changes it for all processes, with an audit event', async () => {
    expect(await readBillingBatch(world.db)).toBe(100);
    expect(await setBillingBatch(ctx(), 20)).toEqual({ changed: true });
    expect(await setBillingBatch(ctx(), 20)).toEqual({ changed: false });
    expect(await readBillingBatch(world.db)).toBe(20);
    expect(await audited('billing')).toContain('billing.batch_set');
  });

  test.each([0, 1001, 1.5, NaN])('is not %d', async (size) => {
    await expect(setBillingBatch(ctx(), size)).rejects.toThrow('from 1 to 1000');
  });
});
