import { and, asc, eq, sql } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import { settings } from '@/settings/settings';
import { BUYER_DAYS } from '@/domain/retention';
import { transaction, violatedConstraint } from '@/server/db';
import { auditEvents, documents, taxInvoiceBuyers } from '@/server/db/schema';
import { purgeExpired } from '@/server/work/jobs/purge';
import { refund } from '@/server/desk/acts/refund';
import { showTimeline } from '@/server/desk/acts/timeline';
import { findOrder } from '@/server/shop/orders/queries';
import { BUYER } from '@/testing/access';
import { logInAs, NOBODY, throughRest } from '@/testing/callers';
import { issueDocuments } from '@/testing/documents';
import { textOfPdf } from '@/testing/pdf';
import { ordersOf, plantSubscriber, refusalOf, type Planted } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { drawCached } from './pdf-cache';
import { getReceipt, getTaxInvoice } from './queries';
import { requestTaxInvoice } from './request-tax-invoice';

const VAT_ID = '0105566000001';
const world = withWorld({ settings: { VAT_ID }, cleanup: 'check' });
afterEach(() => void Object.assign(settings(), { VAT_ID }));

type Payer = Planted & { orderId: string };

/** Creates a subscriber who has paid an order with a receipt. */
async function payer(): Promise<Payer> {
  const person = await plantSubscriber(world);
  const [order] = await ordersOf(world, person.accountId);
  await issueDocuments(world);
  return { ...person, orderId: order?.id ?? '' };
}

const on = (day: string) => world.ctx(new Date(`${day}T10:00:00+07:00`));
const ask = ({ accountId, orderId }: Payer, changes: Partial<typeof BUYER> = {}, ctx = world.ctx()) =>
  requestTaxInvoice(ctx, accountId, { orderId, ...BUYER, ...changes });
const view = ({ accountId, orderId }: Payer) => findOrder(world.ctx(), accountId, orderId);
const giveBack = (orderId: string, amount: number) =>
  refund({ ...world.ctx(), operator: 'operator:nok' }, { target: orderId, amount });
const invoices = () =>
  world.db.select().from(documents).where(eq(documents.kind, 'tax_invoice')).orderBy(asc(documents.number));
const pdfOf = async (document: Parameters<typeof drawCached>[0], locale: 'en' | 'th' = 'en') =>
  textOfPdf(await drawCached(document, 10_243, locale));

describe('a tax invoice', () => {
  test('replaces the receipt, once: both documents name the other, and the order has both', async () => {
    const mine = await payer();
    expect(await view(mine)).toMatchObject({ taxInvoice: null, canRequestTaxInvoice: true });
    await pdfOf(await getReceipt(world.ctx(), mine.accountId, mine.orderId));
    const { order } = await ask(mine);
    const url = `/api/orders/${mine.orderId}/tax-invoice.pdf`;
    expect(order).toMatchObject({
      receipt: { number: 'R-2026-000001' },
      taxInvoice: { number: 'T-2026-000001', url },
      canRequestTaxInvoice: false,
    });
    const invoice = await getTaxInvoice(world.ctx(), mine.accountId, mine.orderId);
    expect(invoice).toMatchObject({
      number: 1,
      amount: 37_525,
      vat: 2_455,
      buyer: BUYER,
      content: { replaces: { number: 'R-2026-000001' }, seller: { vatId: VAT_ID, branch: '00000' } },
    });
    const written = await pdfOf(invoice);
    for (const said of [BUYER.name, BUYER.taxId, 'R-2026-000001', '฿350.70', '฿24.55'])
      expect(written).toContain(said);
    const receipt = await getReceipt(world.ctx(), mine.accountId, mine.orderId);
    expect(await pdfOf(receipt)).toContain('Cancelled and replaced by tax invoice T-2026-000001');
    const { entries } = await showTimeline(world.ctx(), mine.orderId);
    expect(entries).toContainEqual(
      expect.objectContaining({ what: 'document.tax_invoice', detail: 'T-2026-000001' }),
    );
  });

  test('requested again by the same buyer is the same one, and by another buyer is refused', async () => {
    const mine = await payer();
    const first = await ask(mine);
    expect((await ask(mine, {}, on('2027-12-01'))).order.taxInvoice).toEqual(first.order.taxInvoice);
    for (const change of [{ name: 'Other' }, { address: 'Other' }, { taxId: VAT_ID }, { branch: '00001' }])
      expect(await refusalOf(ask(mine, change))).toBe('TAX_INVOICE_ISSUED');
    expect(await invoices()).toHaveLength(1);
  });

  test('requested by many calls at once has one number, and the series has no gap', async () => {
    const [mine, other] = [await payer(), await payer()];
    const answers = await Promise.all([mine, other, mine, other, mine, mine].map((one) => ask(one)));
    expect(new Set(answers.map(({ order }) => order.taxInvoice?.number)).size).toBe(2);
    expect((await invoices()).map(({ number }) => number)).toEqual([1, 2]);
  });

  test('leaves no data of the buyer in the audit log', async () => {
    const mine = await payer();
    await ask(mine);
    const events = await world.db
      .select()
      .from(auditEvents)
      .where(
        and(eq(auditEvents.subject, mine.subscriptionId), eq(auditEvents.what, 'order.tax_invoice_issued')),
      );
    expect(events.map(({ detail, actor }) => [detail, actor])).toEqual([
      [{ orderId: mine.orderId, number: 'T-2026-000001' }, mine.accountId],
    ]);
  });

  test('is refused without a VAT id of the seller, today or on the receipt', async () => {
    const mine = await payer();
    Object.assign(settings(), { VAT_ID: undefined });
    const plain = await payer();
    expect(await view(mine)).toMatchObject({ canRequestTaxInvoice: false });
    expect(await refusalOf(ask(mine))).toBe('TAX_INVOICE_NOT_POSSIBLE');
    Object.assign(settings(), { VAT_ID });
    expect(await view(plain)).toMatchObject({ canRequestTaxInvoice: false });
    expect(await refusalOf(ask(plain))).toBe('TAX_INVOICE_NOT_POSSIBLE');
    await ask(mine);
  });

  test('is refused for an unpaid order, an order of another account, and after six months', async () => {
    const [mine, other] = [await payer(), await payer()];
    const [, upcoming] = await ordersOf(world, mine.accountId);
    expect(await refusalOf(ask({ ...mine, orderId: upcoming?.id ?? '' }))).toBe('TAX_INVOICE_NOT_POSSIBLE');
    expect(await refusalOf(ask({ ...mine, orderId: other.orderId }))).toBe('ORDER_NOT_FOUND');
    const late = on('2027-05-21');
    expect(await findOrder(late, mine.accountId, mine.orderId)).toMatchObject({
      canRequestTaxInvoice: false,
    });
    expect(await refusalOf(ask(mine, {}, late))).toBe('TAX_INVOICE_TOO_LATE');
    await ask(mine, {}, on('2027-05-20'));
  });
});

describe('a refund', () => {
  test('before the request makes a tax invoice impossible', async () => {
    const mine = await payer();
    await giveBack(mine.orderId, 100);
    expect(await view(mine)).toMatchObject({ canRequestTaxInvoice: false });
    expect(await refusalOf(ask(mine))).toBe('TAX_INVOICE_NOT_POSSIBLE');
  });

  test('and requests of tax invoices at once leave each order with a tax invoice or a refused request', async () => {
    const payers = [await payer(), await payer(), await payer(), await payer()];
    const requests = payers.map((one) => refusalOf(ask(one)));
    const refunds = payers.map(({ orderId }) => giveBack(orderId, 10_000));
    const [codes] = await Promise.all([Promise.all(requests), Promise.all(refunds), issueDocuments(world)]);
    const invoiced = new Set((await invoices()).map(({ orderId }) => orderId));
    for (const [n, { orderId }] of payers.entries()) {
      const code = codes[n] ?? '';
      expect(invoiced.has(orderId)).toBe(code.startsWith('accepted'));
      if (!invoiced.has(orderId)) expect(code).toBe('TAX_INVOICE_NOT_POSSIBLE');
    }
    await issueDocuments(world);
    const notes = await world.db.select().from(documents).where(eq(documents.kind, 'credit_note'));
    expect(new Set(notes.map(({ orderId }) => orderId)).size).toBe(payers.length);
  });

  test('after the request has a credit note to the tax invoice, with the buyer', async () => {
    const mine = await payer();
    await ask(mine);
    await giveBack(mine.orderId, 10_000);
    await issueDocuments(world);
    const { cookie } = await logInAs(world, mine);
    const path = `/api/orders/${mine.orderId}/credit-notes/C-2026-000001.pdf`;
    const response = await world.request('GET', path, undefined, { cookie });
    const text = textOfPdf(Buffer.from(await response.arrayBuffer()));
    for (const said of ['T-2026-000001', BUYER.name, BUYER.address, '฿100.00']) expect(text).toContain(said);
    expect((await ask(mine)).order.taxInvoice?.number).toBe('T-2026-000001');
  });
});

describe('the buyer', () => {
  const buyers = () => world.db.select().from(taxInvoiceBuyers);
  const days = (count: number) =>
    transaction(world.db, async (tx) => {
      await tx.execute(sql`alter table tax_invoice_buyers disable trigger user`);
      await tx.execute(
        sql`update tax_invoice_buyers set created_at = created_at - ${count} * interval '1 day'`,
      );
      await tx.execute(sql`update documents set created_at = created_at - ${count} * interval '1 day'`);
      await tx.execute(sql`alter table tax_invoice_buyers enable trigger user`);
    });

  test('stays in the tax invoice after the deletion of the account, and cannot be changed', async () => {
    const mine = await payer();
    await ask(mine);
    const { cookie } = await logInAs(world, mine, 0, 'line');

    const answer = await world.request('POST', '/api/trpc/account.delete', { json: {} }, { cookie });
    expect(answer.status).toBe(200);
    expect((await buyers()).map(({ name, taxId }) => [name, taxId])).toEqual([[BUYER.name, BUYER.taxId]]);
    const change = transaction(world.db, (tx) => tx.execute(sql`update tax_invoice_buyers set name = 'X'`));
    await expect(change).rejects.toThrow();
  });

  test('is deleted after the retention of tax records, and the document stays', async () => {
    const mine = await payer();
    await ask(mine);
    await days(BUYER_DAYS - 1);
    await purgeExpired(world.ctx());
    expect(await buyers()).toHaveLength(1);
    await days(2);
    await purgeExpired(world.ctx());
    expect(await buyers()).toHaveLength(0);
    const invoice = await getTaxInvoice(world.ctx(), mine.accountId, mine.orderId);
    expect(await pdfOf(invoice)).toContain('Deleted at the end of the retention');
  });
});

describe('the database refuses', () => {
  const refusedBy = (statement: ReturnType<typeof sql>) =>
    transaction(world.db, (tx) => tx.execute(statement)).then(
      () => 'nothing',
      (error: unknown) => violatedConstraint(error),
    );

  test('a second tax invoice of an order, and a buyer without name, tax id or valid branch', async () => {
    const mine = await payer();
    await ask(mine);
    const copy = sql`insert into documents (id, kind, number, order_id, issued_on, amount, vat, content, created_at)
      select 'doc_2', kind, 2, order_id, issued_on, amount, vat, content, created_at from documents
      where kind = 'tax_invoice'`;
    expect(await refusedBy(copy)).toBe('documents_one_tax_invoice');
    const other = await payer();
    const buyer = (name: string, taxId: string, branch: string) =>
      sql`insert into tax_invoice_buyers values (${other.orderId}, ${name}, 'B', ${taxId}, ${branch}, now())`;
    expect(await refusedBy(buyer('', BUYER.taxId, '00000'))).toBe('tax_invoice_buyers_filled');
    expect(await refusedBy(buyer('A', '123', '00000'))).toBe('tax_invoice_buyers_tax_id');
    expect(await refusedBy(buyer('A', BUYER.taxId, '1'))).toBe('tax_invoice_buyers_branch');
  });
});

describe('GET a tax invoice', () => {
  const pathOf = (orderId: string) => `/api/orders/${orderId}/tax-invoice.pdf`;

  test('responds to its owner in the language of the account, and to any other caller as if there were none', async () => {
    const [mine, other] = [await payer(), await payer()];
    await transaction(world.db, (tx) =>
      tx.execute(sql`update accounts set locale = 'th' where id = ${mine.accountId}`),
    );
    await ask(mine);
    const { cookie } = await logInAs(world, mine);
    const response = await world.request('GET', pathOf(mine.orderId), undefined, { cookie });
    expect(response.headers.get('content-disposition')).toBe('inline; filename="T-2026-000001.pdf"');
    expect(response.headers.get('cache-control')).toBe('no-store');
    const text = textOfPdf(Buffer.from(await response.arrayBuffer()));
    for (const said of ['ใบเสร็จรับเงิน / ใบกำกับภาษี', BUYER.name]) expect(text).toContain(said);
    const stranger = await logInAs(world, other);
    const get = (path: string, caller = stranger) => throughRest(world, caller, [`GET ${path}`]);
    const [theirs, never] = [await get(pathOf(mine.orderId)), await get(pathOf('ord_never'))];
    expect([theirs.status, theirs.text]).toEqual([404, never.text]);
    expect((await get(pathOf(other.orderId))).status).toBe(404);
    expect((await get(pathOf(mine.orderId), NOBODY)).status).toBe(401);
  });
});
