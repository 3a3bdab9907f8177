import { sql } from 'drizzle-orm';
import type { Entry } from './journal';
import { dateIn } from './oracle-calendar';
import type { Charge, OrderRow } from './oracle-facts';
import type { SimulatedWorld } from './world';

/* Checks the full tax invoices, with a VAT and a deadline that the oracle computes itself. */

interface InvoiceRow extends Record<string, unknown> {
  orderId: string;
  buyer: string;
  amount: number;
  vat: number;
}

interface Facts {
  charges: Charge[];
  entries: Entry[];
  /** When the gateway first refunded a payment, by order id, in milliseconds. */
  refundedAt: ReadonlyMap<string, number>;
}

const DAY_MS = 86_400_000;
const MONTHS = 6;
const BUYER_FIELDS = ['name', 'address', 'taxId', 'branch'] as const;

const bangkokDay = (at: Date) => new Date(at.getTime() + 7 * 3_600_000).toISOString().slice(0, 10);
const buyerOf = ({ input }: Entry) => BUYER_FIELDS.map((field) => input[field]).join('|');

/** Checks that exactly the accepted requests got a tax invoice: one per order, with its first buyer. */
export async function checkTaxInvoices(
  world: SimulatedWorld,
  { orders, ...told }: { orders: OrderRow[]; charges: Charge[]; entries: Entry[] },
): Promise<string[]> {
  const { db } = world;
  const rows = await db.execute<InvoiceRow>(sql`select d.order_id as "orderId", d.amount::int as amount,
      d.vat::int as vat, concat_ws('|', b.name, b.address, b.tax_id, coalesce(b.branch, '')) as buyer
    from documents d left join tax_invoice_buyers b on b.order_id = d.order_id where d.kind = 'tax_invoice'`);
  const facts: Facts = { ...told, refundedAt: firstRefunds(world) };
  const requests = told.entries.filter(({ command }) => command === 'requestTaxInvoice');
  return orders.flatMap((order) => {
    const issued = [...rows].filter(({ orderId }) => orderId === order.id);
    const own = requests.filter(({ input }) => input.invoicedId === order.id);
    return [
      ...checkIssued(order, issued, own),
      ...own.flatMap((entry) => checkRequest(order, entry, issued, facts)),
    ];
  });
}

function checkIssued(order: OrderRow, issued: InvoiceRow[], own: Entry[]): string[] {
  const problems: string[] = [];
  const accepted = own.filter(({ outcome }) => outcome === 'ok' || outcome === null);
  if (issued.length > 1) problems.push(`${order.id}: ${issued.length} tax invoices`);
  for (const { buyer, amount, vat } of issued) {
    if (!accepted.some((entry) => buyerOf(entry) === buyer && entry.accountId === order.account))
      problems.push(`${order.id}: a tax invoice for ${buyer}, who was not named`);
    if (amount !== order.total) problems.push(`${order.id}: a tax invoice of ${amount} for ${order.total}`);
    if (vat !== Math.round((amount * 7) / 107)) problems.push(`${order.id}: a VAT of ${vat} in ${amount}`);
  }
  return problems;
}

function checkRequest(
  { id, paid_on: paidOn, total }: OrderRow,
  entry: Entry,
  issued: InvoiceRow[],
  { charges, entries, refundedAt }: Facts,
): string[] {
  const { at, outcome } = entry;
  const day = bangkokDay(at);
  const isOwn = issued.some(({ buyer }) => buyer === buyerOf(entry));
  const isLate = paidOn !== null && day > lastDay(paidOn);
  // An accepted request may repeat an earlier one.
  const isFirst = !entries.some(
    (other) =>
      other.command === entry.command && other.input.invoicedId === id && other.at < at && isAccepted(other),
  );
  if (outcome === 'ok' && !isOwn) return [`${id}: a tax invoice was confirmed and not issued`];
  if (outcome === 'ok' && isFirst && (isLate || total === 0 || paidOn === null))
    return [`${id}: a tax invoice of ${total} on ${day}, and paid on ${paidOn}`];
  const refunded = refundedAt.get(id);
  if (outcome === 'ok' && isFirst && refunded !== undefined && refunded < at.getTime())
    return [`${id}: a tax invoice on ${day} after a refund`];
  if (outcome === 'TAX_INVOICE_ISSUED' && (issued.length === 0 || isOwn))
    return [`${id}: a tax invoice was refused because of one for another buyer`];
  const isSettled = paidOn !== null && at.getTime() > Date.parse(paidOn) + 2 * DAY_MS;
  const isPlain = isSettled && !isLate && total > 0 && !hasRefund(id, charges, entries);
  if (outcome === 'TAX_INVOICE_NOT_POSSIBLE' && isPlain)
    return [`${id}: paid on ${paidOn}, and no tax invoice on ${day}`];
  if (outcome === 'TAX_INVOICE_TOO_LATE' && !isLate)
    return [`${id}: paid on ${paidOn}, and on ${day} too late for a tax invoice`];
  return [];
}

/** Returns when each order was first refunded in part. A complete refund may be that of a second payment. */
function firstRefunds({ sandbox }: SimulatedWorld): ReadonlyMap<string, number> {
  return new Map(
    [...sandbox.gateway.charges.values()].flatMap(({ metadata, refunds, amount }) => {
      const [first] = refunds;
      const { orderId } = metadata as { orderId?: string };
      return first && orderId && first.amount < amount ? [[orderId, first.createdAt]] : [];
    }),
  );
}

const isAccepted = ({ outcome }: Entry) => outcome === 'ok' || outcome === null;

/** Whether a refund of the order was made or requested, also by a dispute. */
const hasRefund = (orderId: string, charges: Charge[], entries: Entry[]) =>
  charges.some((charge) => charge.orderId === orderId && charge.refunded > 0) ||
  entries.some(({ command, input }) => command === 'giveBack' && input.target === orderId);

/** Returns the day six months after a payment. */
function lastDay(paidOn: string): string {
  const [year = 0, month = 0, day = 0] = paidOn.split('-').map(Number);
  return dateIn(year * 12 + month - 1 + MONTHS, day);
}
