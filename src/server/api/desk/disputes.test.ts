import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { transaction } from '@/server/db';
import { accounts, auditEvents, disputes } from '@/server/db/schema';
import { createBrowser, type Browser } from '@/testing/browser';
import { callDesk, memberBrowser } from '@/testing/desk';
import { issueDocuments } from '@/testing/documents';
import { runJobs } from '@/testing/jobs';
import { textOfPdf } from '@/testing/pdf';
import { disputeCharge, gatewayCharges } from '@/testing/providers';
import { ordersOf, plantSubscriber } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import type { readDisputes } from '../../desk/reads/disputes';
import type { Today } from '../../desk/reads/today';

/* Disputes at the desk, over its calls. The money path has its own tests in desk/acts. */

const world = withWorld({ cleanup: 'check' });

const call = (by: Browser, name: string, input: unknown) => callDesk(by, `money.${name}`, { input });
const listed = async (by: Browser) =>
  (await callDesk(by, 'money.disputes', { kind: 'query' })).data as Awaited<ReturnType<typeof readDisputes>>;

/** A paid order with an open dispute. */
async function disputed() {
  const person = await plantSubscriber(world);
  await world.sandbox.settled();
  await runJobs();
  await issueDocuments(world);
  const [order] = await ordersOf(world, person.accountId);
  const [charge] = await gatewayCharges(world, person.accountId);
  const decide = async (status: 'open' | 'won' | 'lost') => {
    await disputeCharge(world, charge?.id ?? '', status);
    await world.sandbox.settled();
    await runJobs();
  };
  await decide('open');
  const rows = await world.db
    .select()
    .from(disputes)
    .orderBy(sql`opened_at desc, id desc`);
  return { ...person, order, chargeId: charge?.id ?? '', decide, disputeId: rows[0]?.id ?? '' };
}

const textOf = ({ data }: { data: unknown }) =>
  textOfPdf(Buffer.from((data as { pdf: string }).pdf, 'base64')).replaceAll(/\s+/g, ' ');

test('lists open disputes by their last day for evidence, and decided ones apart', async () => {
  const [first, second] = [await disputed(), await disputed()];
  const [finance, support] = [await memberBrowser(world, 'finance'), await memberBrowser(world, 'support')];
  expect(
    (await call(finance, 'setDisputeDeadline', { disputeId: second.disputeId, answerBy: '2026-12-05' })).code,
  ).toBe('ok');
  const { open, decided } = await listed(support);
  expect(open.map(({ id }) => id)).toEqual([second.disputeId, first.disputeId]);
  expect(open[0]).toMatchObject({
    reason: 'goods_or_services_not_provided',
    answerBy: '2026-12-05',
    orderNumber: second.order?.orderNumber,
    person: { accountId: second.accountId },
  });
  expect(open[0]?.gatewayUrl).toBe(`${world.sandboxUrl}/omise/charges/${second.chargeId}`);
  expect(decided).toEqual([]);
  const { cases } = (await callDesk(finance, 'today.read', { kind: 'query' })).data as Today;
  const untils = cases.flatMap(({ kind, entries }) => (kind === 'disputes' ? entries : []));
  expect(untils.find(({ id }) => id === second.disputeId)?.until).toBe('2026-12-04T17:00:00Z');
  await first.decide('won');
  await second.decide('lost');
  expect(await listed(support)).toMatchObject({
    open: [],
    decided: expect.arrayContaining([
      expect.objectContaining({ id: first.disputeId, status: 'won' }),
      expect.objectContaining({ id: second.disputeId, status: 'lost', isPending: true }),
    ]) as unknown,
    counts: { open: 0, pending: 0, won: 1, lost: 1 },
  });
});

test('the evidence is one PDF about the disputed payment, and contains nothing of another subscriber', async () => {
  const [own, other] = [await disputed(), await disputed()];
  await transaction(world.db, async (tx) => {
    await tx.execute(sql`insert into shipments
      (order_id, status, courier, tracking_number, requested_at, taken_at, shipped_at, delivered_at, updated_at)
      values (${own.order?.id}, 'delivered', 'Flash', 'TH014201877C1', now(), now(), now(), now(), now())
      on conflict (order_id) do update set courier = 'Flash', tracking_number = 'TH014201877C1', status = 'delivered'`);
    await tx.update(accounts).set({ firstName: '=HYPERLINK("x")' }).where(eq(accounts.id, own.accountId));
    await tx.update(accounts).set({ firstName: 'Otherperson' }).where(eq(accounts.id, other.accountId));
  });
  const [finance, owner] = [await memberBrowser(world, 'finance'), await memberBrowser(world, 'owner')];
  const [one, two] = await Promise.all(
    [finance, owner].map((by) => call(by, 'disputeEvidence', { disputeId: own.disputeId })),
  );
  expect([one?.code, two?.code]).toEqual(['ok', 'ok']);
  const text = textOf(one ?? { data: null });
  for (const part of [
    ...['The goods never came', own.chargeId, `#${own.order?.orderNumber}`, 'R-2026-', 'TH014201877C1'],
    ...['Day pads', '=HYPERLINK("x")', 'Messages sent', 'Log-ins of the subscriber', 'Given, text of'],
  ])
    expect(text).toContain(part);
  expect(text).not.toContain('Otherperson');
  expect(textOf(two ?? { data: null })).toBe(text);
  const recorded = await world.db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.what, 'dispute.evidence_read'));
  expect(new Set(recorded.map(({ actor }) => actor))).toEqual(
    new Set([`staff:${finance.staffId}`, `staff:${owner.staffId}`]),
  );
});

test('the evidence about a deleted account has no name, phone or address', async () => {
  const { accountId, disputeId } = await disputed();
  const finance = await memberBrowser(world, 'finance');
  const [before] = await world.db.select().from(accounts).where(eq(accounts.id, accountId));
  await transaction(world.db, (tx) =>
    tx.update(accounts).set({ deletedAt: world.now() }).where(eq(accounts.id, accountId)),
  );
  const text = textOf(await call(finance, 'disputeEvidence', { disputeId }));
  await transaction(world.db, (tx) =>
    tx.update(accounts).set({ deletedAt: null }).where(eq(accounts.id, accountId)),
  );
  expect(text).toContain('None recorded');
  for (const part of [before?.lastName, before?.phone, before?.address]) expect(text).not.toContain(part);
});

test('support reads the list, and only finance and owners take evidence and note the last day', async () => {
  const { disputeId } = await disputed();
  for (const [role, code] of [
    ['support', 'NOT_ALLOWED'],
    ['warehouse', 'NOT_ALLOWED'],
    ['finance', 'ok'],
    ['owner', 'ok'],
  ] as const) {
    const by = await memberBrowser(world, role);
    expect((await call(by, 'disputeEvidence', { disputeId })).code).toBe(code);
    expect((await call(by, 'setDisputeDeadline', { disputeId, answerBy: null })).code).toBe(code);
  }
  const finance = await memberBrowser(world, 'finance');
  for (const name of ['disputeEvidence', 'setDisputeDeadline']) {
    const input = { disputeId: 'dsp_unknown', ...(name === 'setDisputeDeadline' && { answerBy: null }) };
    expect((await call(finance, name, input)).code).toBe('REFUSED');
    expect((await call(createBrowser(world), name, input)).code).toBe('NOT_LOGGED_IN');
  }
  expect((await call(finance, 'setDisputeDeadline', { disputeId, answerBy: '2026-02-30' })).code).toBe(
    'INPUT_INVALID',
  );
});
