import { asc, eq, sql } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import { settings } from '@/settings/settings';
import { dayOf } from '@/domain/day';
import { containedVat } from '@/domain/price';
import { runBilling } from '@/server/work/jobs/run';
import { transaction } from '@/server/db';
import { documents, documentSeries, flags, refunds } from '@/server/db/schema';
import { refund } from '@/server/desk/acts/refund';
import { listPreviousOrders } from '@/server/shop/orders/queries';
import { requestPaymentLink } from '@/server/money/payment-links/request-link';
import { deepTest } from '@/testing/deep';
import { logInAs, NOBODY, registering, throughRest, type Caller } from '@/testing/callers';
import { issueDocuments } from '@/testing/documents';
import { expectInvariants } from '@/testing/invariants';
import { runJobs } from '@/testing/jobs';
import { transfer } from '@/testing/offline';
import { textOfPdf } from '@/testing/pdf';
import { GOOD_CARD } from '@/testing/browser';
import { forgetEverybody } from '@/testing/forget-everybody';
import { goTo, ordersOf, pass, walkSubscriber, type Planted } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { drawCached } from './pdf-cache';
import { issueCreditNote, issueReceipt, issueReceipts } from './issue';
import { getReceipt } from './queries';
import { issueDocuments as issueMissing, listDocumentsToIssue } from './issue-missing';

const world = withWorld();
afterEach(async () => {
  await world.sandbox.settled();
  await transaction(world.db, (tx) => tx.delete(flags).where(eq(flags.name, 'documents')));
  await forgetEverybody(world);
  await goTo(world, '2026-11-20', '10:00');
});

const TOTAL = 37_525;
type Payer = Planted & { orderId: string };

async function payer(): Promise<Payer> {
  const person = await walkSubscriber(world);
  const [order] = await ordersOf(world, person.accountId);
  return { ...person, orderId: order?.id ?? '' };
}

const issued = () => world.db.select().from(documents).orderBy(asc(documents.kind), asc(documents.number));
const last = async (kind: 'receipt' | 'credit_note') => {
  const [row] = await world.db.select().from(documentSeries).where(eq(documentSeries.kind, kind));
  return row?.last;
};
async function mailsTo(email: string) {
  const { mailbox } = world.sandbox;
  const mails = mailbox.list(email).map(async (mail) => {
    const names = mail.attachments.map(({ filename }) => filename);
    const pdf = await mailbox.attachment(mail, 0);
    return { names, pdf: pdf && textOfPdf(Buffer.from(pdf)), ...(await mailbox.open(mail)) };
  });
  return Promise.all(mails);
}
const sweep = () => issueDocuments(world);
const giveBack = (orderId: string, amount: number, refunded = 0) =>
  refund({ ...world.ctx(), operator: 'operator:nok' }, { target: orderId, amount, refunded });
const write = (query: ReturnType<typeof sql>) => transaction(world.db, (tx) => tx.execute(query));

/** Adds more paid orders like this one, each paid a second after the other. */
async function copyOrder({ orderId }: Payer, count: number): Promise<string[]> {
  await write(sql`insert into orders (id, subscription_id, account_id, cycle_index, kind, status, payment_date, list_price,
      box_price, delivery_fee, total, points, paid_on, paid_at, begun_at, created_at)
    select 'ord_copy' || n, subscription_id, account_id, 1000 + n, 'renewal', 'paid', payment_date + 1000 + n, list_price,
      box_price, delivery_fee, total, 0, paid_on, paid_at + n * interval '1 second', begun_at, created_at
    from orders, generate_series(1, ${count}) n where id = ${orderId}`);
  return Array.from({ length: count }, (_, n) => `ord_copy${n + 1}`);
}

describe('document numbers', () => {
  test('are 1 to 32 for 32 orders, each requested twice at once', async () => {
    const first = await payer();
    const orderIds = [first.orderId, ...(await copyOrder(first, 31))];
    const twice = [...orderIds, ...orderIds];
    const papers = await Promise.all(twice.map((orderId) => issueReceipt(world.ctx(), orderId)));
    const numbers = papers.map((paper) => paper?.number);
    expect(numbers.slice(32)).toEqual(numbers.slice(0, 32));
    expect((await issued()).map(({ number }) => number)).toEqual(orderIds.map((_, n) => n + 1));
    expect(await last('receipt')).toBe(32);
  });

  test('are not used for a document that cannot be written, and the message is sent without it', async () => {
    const { orderId, email } = await payer();
    await write(
      sql`alter table documents add constraint refused check (order_id <> ${sql.raw(`'${orderId}'`)})`,
    );
    try {
      await expect(issueReceipt(world.ctx(), orderId)).rejects.toThrow();
      await runJobs();
    } finally {
      await write(sql`alter table documents drop constraint refused`);
    }
    expect([await issued(), await last('receipt')]).toEqual([[], 0]);
    const [mail] = await mailsTo(email);
    expect(mail?.subject).toContain('375.25');
    expect(mail?.names).toEqual([]);
    await sweep();
    expect((await issued()).map(({ number }) => number)).toEqual([1]);
  });

  test('of a set follow the order of payment, and a failed document stops no other', async () => {
    const first = await payer();
    await sweep();
    const [a = '', b = '', poison = '', c = ''] = await copyOrder(first, 4);
    await write(
      sql`alter table documents add constraint refused check (order_id <> ${sql.raw(`'${poison}'`)})`,
    );
    try {
      await expect(issueReceipts(world.ctx(), [c, poison, b, a])).rejects.toThrow();
      expect(await last('receipt')).toBe(1);
      await sweep();
    } finally {
      await write(sql`alter table documents drop constraint refused`);
    }
    expect((await issued()).map(({ orderId }) => orderId)).toEqual([first.orderId, a, b, c]);
    const set = await issueReceipts(world.ctx(), [c, 'ord_none', poison, first.orderId]);
    const alone = await Promise.all([c, poison, first.orderId].map((id) => issueReceipt(world.ctx(), id)));
    expect([...set.values()].map(({ number }) => number).sort()).toEqual([1, 4, 5]);
    expect([c, poison, first.orderId].map((id) => set.get(id))).toEqual(alone);
    expect(set.get(first.orderId)?.content.lines).toHaveLength(2);
  });

  test('follow the dates, also when a run that began yesterday takes the next number', async () => {
    const first = await payer();
    const [copy = ''] = await copyOrder(first, 1);
    const tomorrow = new Date(world.now().getTime() + 86_400_000);
    const dates = [
      await issueReceipt(world.ctx(tomorrow), first.orderId),
      await issueReceipt(world.ctx(), copy),
    ].map((paper) => [paper?.number, paper?.issuedOn]);
    expect(dates).toEqual([
      [1, dayOf(tomorrow)],
      [2, dayOf(tomorrow)],
    ]);
  });

  test('are not given to an order that is unpaid or unknown', async () => {
    const { accountId } = await payer();
    const [, upcoming] = await ordersOf(world, accountId);
    const ids = [upcoming?.id ?? '', 'ord_none'];
    expect(await Promise.all(ids.map((id) => issueReceipt(world.ctx(), id)))).toEqual([null, null]);
  });
});

describe('a receipt', () => {
  test('is issued once, is attached to the mail, and names the seller but not the buyer', async () => {
    const { accountId, email, orderId } = await payer();
    await runJobs();
    await sweep();
    const [receipt, ...others] = await issued();
    expect([receipt?.orderId, receipt?.amount, receipt?.vat, others]).toEqual([orderId, TOTAL, 2455, []]);
    expect(JSON.stringify(receipt)).not.toMatch(/Mali|Suk|@|10110 (?!\()|08\d{8}/);
    const [mail] = await mailsTo(email);
    expect(mail?.text).toContain('R-2026-000001');
    expect(mail?.attachments).toMatchObject([{ filename: 'R-2026-000001.pdf', mimeType: 'application/pdf' }]);
    const [order] = await ordersOf(world, accountId);
    const number = `#${order?.orderNumber}`;
    for (const said of [settings().SELLER_NAME ?? '', '฿375.25', '฿24.55', number])
      expect(mail?.pdf).toContain(said);
    await expectInvariants(world);
  });

  test('states the payment method: bank transfer, although a card was requested first', async () => {
    const { accountId } = await walkSubscriber(world, {}, { ...GOOD_CARD, name: 'FAKE RENEWAL DECLINES' });
    await runJobs();
    await goTo(world, '2026-12-31', '09:00');
    await runBilling(world.ctx());
    await requestPaymentLink(world.ctx(), accountId);
    await transfer(world, { accountId });
    const { orders: shown } = await listPreviousOrders(world.ctx(), accountId, 1);
    expect(shown[0]).toMatchObject({ paymentMethod: 'offline', payment: { status: 'success' } });
    const receipt = await issueReceipt(world.ctx(), shown[0]?.orderId ?? '');
    expect(receipt?.content.paidBy).toBe('offline');
    await expectInvariants(world);
  });

  test('and its credit note keep the seller of their time; later documents name the new one', async () => {
    const mine = await payer();
    const before = await issueReceipt(world.ctx(), mine.orderId);
    const [copy = ''] = await copyOrder(mine, 1);
    const current = settings();
    const { VAT_ID, SELLER_NAME } = current;
    try {
      Object.assign(current, { VAT_ID: '0105566000001', SELLER_NAME: 'Somebody else' });
      expect(await issueReceipt(world.ctx(), mine.orderId)).toEqual(before);
      const seller = { name: 'Somebody else', vatId: '0105566000001' };
      expect((await issueReceipt(world.ctx(), copy))?.content.seller).toMatchObject(seller);
      await giveBack(mine.orderId, 100);
      await sweep();
      expect((await issued())[0]?.content.seller).toEqual(before?.content.seller);
    } finally {
      Object.assign(current, { VAT_ID, SELLER_NAME });
    }
  });
});

describe('a credit note', () => {
  deepTest('is issued for each refund of an order; together they contain its VAT', async () => {
    const { orderId, email, accountId } = await payer();
    let refunded = 0;
    for (const part of [10_000, 5_000, TOTAL - 15_000]) {
      await giveBack(orderId, part, refunded);
      refunded += part;
      await runJobs();
    }
    const notes = (await issued()).filter(({ kind }) => kind === 'credit_note');
    expect(notes.map(({ number, amount }) => [number, amount])).toEqual([
      [1, 10_000],
      [2, 5_000],
      [3, TOTAL - 15_000],
    ]);
    expect(notes.reduce((sum, { vat }) => sum + vat, 0)).toBe(containedVat(TOTAL));
    const mails = await mailsTo(email);
    expect(mails.flatMap(({ names }) => names).sort()).toEqual(
      [1, 2, 3].map((n) => `C-2026-00000${n}.pdf`).concat('R-2026-000001.pdf'),
    );
    const { orders: shown } = await listPreviousOrders(world.ctx(), accountId, 1);
    const at = `/api/orders/${orderId}`;
    expect(shown[0]).toMatchObject({
      receipt: { number: 'R-2026-000001', url: `${at}/receipt.pdf` },
      creditNotes: [10_000, 5_000, TOTAL - 15_000].map((amount, n) => ({
        number: `C-2026-00000${n + 1}`,
        url: `${at}/credit-notes/C-2026-00000${n + 1}.pdf`,
        amount,
      })),
    });
    await expectInvariants(world);
  });

  test("is not issued for an uncertain refund, nor for money that was never the order's", async () => {
    const { orderId } = await payer();
    await giveBack(orderId, 100);
    await write(sql`update refunds set status = 'unknown'`);
    const [asked] = await world.db.select().from(refunds);
    expect(await issueCreditNote(world.ctx(), asked?.id ?? '')).toBeNull();
    await write(sql`update refunds set status = 'succeeded'`);
    await write(sql`update money_received set verdict = 'duplicate'`);
    expect(await issueCreditNote(world.ctx(), asked?.id ?? '')).toBeNull();
    await sweep();
    expect((await issued()).map(({ kind }) => kind)).toEqual(['receipt']);
    await write(sql`update money_received set verdict = 'kept'`);
    await sweep();
    await sweep();
    expect((await issued()).map(({ kind }) => kind)).toEqual(['credit_note', 'receipt']);
  });
});

test('missing documents are issued in the order of payment; old ones are checked once a day', async () => {
  const first = await payer();
  const copies = await copyOrder(first, 3);
  await write(sql`update orders set paid_at = paid_at - interval '40 days' where id = 'ord_copy3'`);
  await sweep();
  const numbered = (await issued()).map(({ orderId }) => orderId);
  expect(numbered).toEqual(['ord_copy3', first.orderId, ...copies.slice(0, 2)]);
  const found = async () => (await listDocumentsToIssue(world.ctx(), 10)).map(({ id }) => id);
  expect(await found()).toEqual([]);
  await write(sql`delete from documents where order_id in ('ord_copy1', 'ord_copy3')`);
  expect(await found()).toEqual(['ord_copy1']);
  await pass(world, { days: 1 });
  expect(await found()).toEqual(['whole']);
  await sweep();
  expect((await issued()).length).toBe(4);
});

test('a missing credit note is found and issued, although another one cannot be written', async () => {
  const { orderId } = await payer();
  await sweep();
  await giveBack(orderId, 100);
  await giveBack(orderId, 200, 100);
  await write(sql`delete from documents where kind = 'credit_note'`);
  const missing = (await listDocumentsToIssue(world.ctx(), 10)).map(({ id }) => id);
  expect(missing).toHaveLength(2);
  expect(await listDocumentsToIssue(world.ctx(), 0)).toEqual([]);
  await write(sql`alter table documents add constraint refused check (amount <> 100)`);
  try {
    expect(await issueMissing(world.ctx(), missing)).toEqual({ counts: { failed: 1 } });
  } finally {
    await write(sql`alter table documents drop constraint refused`);
  }
  const notes = (await issued()).filter(({ kind }) => kind === 'credit_note');
  expect(notes.map(({ amount }) => amount)).toEqual([200]);
});

describe('GET a document', () => {
  const get = (caller: Caller, path: string) => throughRest(world, caller, [`GET ${path}`]);
  const receiptOf = (orderId: string) => `/api/orders/${orderId}/receipt.pdf`;
  const noteOf = (orderId: string, number = 'C-2026-000001') =>
    `/api/orders/${orderId}/credit-notes/${number}.pdf`;

  test('responds to its owner in the language of the account, without caching', async () => {
    const mine = await payer();
    await write(sql`update accounts set locale = 'th' where id = ${mine.accountId}`);
    const { cookie } = await logInAs(world, mine);
    await giveBack(mine.orderId, 10_000);
    await sweep();
    const said = {
      [receiptOf(mine.orderId)]: ['ใบเสร็จรับเงิน', '฿375.25'],
      [noteOf(mine.orderId)]: ['ใบลดหนี้', '฿100.00'],
    };
    for (const [path, words] of Object.entries(said)) {
      const response = await world.request('GET', path, undefined, { cookie });
      expect(response.headers.get('content-type')).toBe('application/pdf');
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(response.headers.get('content-disposition')).toMatch(
        /^inline; filename="[RC]-2026-000001\.pdf"$/,
      );
      const lines = textOfPdf(Buffer.from(await response.arrayBuffer())).split('\n');
      expect(lines).toEqual(expect.arrayContaining(words));
      expect((await world.request('POST', path, {}, { cookie })).status).toBe(405);
    }
  });

  test('responds to any other caller exactly as for an unknown document', async () => {
    const mine = await payer();
    const other = await payer();
    await giveBack(mine.orderId, 100);
    await sweep();
    const stranger = await logInAs(world, other);
    for (const [theirs, never] of [
      [receiptOf(mine.orderId), receiptOf('ord_never')],
      [noteOf(mine.orderId), noteOf('ord_never')],
      // A number that exists for another order.
      [noteOf(other.orderId), noteOf(other.orderId, 'C-2026-000009')],
      [noteOf(other.orderId, 'R-2026-000001'), noteOf(other.orderId, 'none')],
      [noteOf(other.orderId, 'C-2026-9999999999'), noteOf(other.orderId, 'none')],
    ] as const) {
      const [a, b] = [await get(stranger, theirs), await get(stranger, never)];
      expect([a.status, a.text]).toEqual([404, b.text]);
      expect((await get(NOBODY, theirs)).status).toBe(401);
      expect((await get(await registering(world), theirs)).status).toBe(404);
    }
    const [, upcoming] = await ordersOf(world, other.accountId);
    expect((await get(stranger, receiptOf(upcoming?.id ?? ''))).status).toBe(404);
    expect((await issued()).length).toBe(3);
  });

  test('is drawn once in each language for all readers', async () => {
    const mine = await payer();
    const receipt = await getReceipt(world.ctx(), mine.accountId, mine.orderId);
    const [first, again] = [drawCached(receipt, 10_243, 'th'), drawCached({ ...receipt }, 10_243, 'th')];
    expect([again === first, drawCached(receipt, 10_243, 'en') === first]).toEqual([true, false]);
    await first;
  });
});
