import { sql } from 'drizzle-orm';
import type { Buyer } from '@/domain/tax-invoice';
import { requestTaxInvoice } from '@/server/work/documents/request-tax-invoice';
import type { Input } from './inputs';
import type { Subscriber } from './journal';
import type { SimulatedWorld } from './world';

const TAX_IDS = ['0107537000521', '0994000158378'] as const;
/** The share of requests that name the subscriber's usual buyer. The others correct a buyer, which is refused. */
const USUAL_BUYER = 0.6;
/** The share of requests for an order that already has a tax invoice, if there is one. */
const AGAIN = 0.4;

/**
 * Draws a paid or refunded order and a buyer. The key is not `orderId`, because the oracle takes that as the target of
 * a skip.
 */
export async function drawTaxInvoiceInput(
  { random, db }: SimulatedWorld,
  { accountId, number }: Subscriber,
): Promise<Input | null> {
  const paid = await db.execute<{ id: string; isInvoiced: boolean }>(sql`select id,
      exists (select from documents d where d.order_id = o.id and d.kind = 'tax_invoice') as "isInvoiced"
    from orders o where account_id = ${accountId} and status in ('paid','refunded') order by payment_date desc, id`);
  if (paid.length === 0) return null;
  const invoiced = paid.filter(({ isInvoiced }) => isInvoiced);
  const isAgain = invoiced.length > 0 && random.chance(AGAIN);
  const isUsual = random.chance(USUAL_BUYER);
  const buyer: Buyer = {
    name: `Company ${number}`,
    address: `${number} Silom Road, Bangkok`,
    taxId: TAX_IDS[isUsual ? 0 : 1],
    branch: isUsual ? '00000' : null,
  };
  const order = isAgain ? random.pick(invoiced) : random.chance(0.5) ? paid[0]! : random.pick([...paid]);
  return { invoicedId: order.id, ...buyer };
}

export const callTaxInvoice = (
  world: SimulatedWorld,
  { accountId }: Subscriber,
  { invoicedId, ...buyer }: Input,
): Promise<unknown> => requestTaxInvoice(world.ctx(), accountId, { orderId: invoicedId, ...buyer } as never);
