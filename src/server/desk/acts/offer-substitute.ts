import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { dayOf } from '@/domain/day';
import type { ProductCode } from '@/domain/product';
import { isSubstitute, substituteIn, type Substitute } from '@/domain/substitute';
import { canChangeDeliveries } from '@/domain/subscription';
import { transaction, type Tx } from '../../db';
import { queryRows } from '../../db/query-rows';
import { loadSubscribers, ruleFacts } from '../../lifecycle/load-facts';
import { orderLinkUrl, writeOrderLinks } from '../../lifecycle/order-links';
import { queueMessages } from '../../lifecycle/outbox';
import { monotonicMs } from '../../platform/clock';
import type { Ctx } from '../../platform/context';
import { addJob, type Jobs } from '../../platform/job-queue';
import { accountUrl } from '../../platform/site-url';
import { loadCatalogue, type Catalogue } from '../../shop/catalogue/queries';
import { auditOperator, OperatorRefusal, type OperatorCtx } from './operator';

const SET = 200;
/** A job works for so long, then queues the next one, so that it does not delay other jobs. */
const JOB_MS = 20_000;

type SubstituteJob = Jobs['offer_substitute'];

/**
 * Offers a substitute to each subscriber whose next order has a sold-out product. A job queues the messages. An order
 * gets one offer for a product, so that a repeated request asks only those who were not asked.
 * @throws OperatorRefusal if the product is on sale, or the substitute is sold out or costs more
 */
export async function offerSubstitute(ctx: OperatorCtx, { from, to }: Substitute): Promise<void> {
  const { products } = await loadCatalogue(ctx.db, ctx.now);
  const [old, other] = [from, to].map((code) => products.find((product) => product.code === code));
  if (!old || !other) throw new OperatorRefusal('noProduct', { code: old ? to : from });
  if (old.active) throw new OperatorRefusal('productSold');
  if (!other.active) throw new OperatorRefusal('productSoldOut');
  if (!isSubstitute(old, other)) throw new OperatorRefusal('substituteDearer');
  await transaction(ctx.db, async (tx) => {
    await auditOperator(tx, ctx, { subject: from, what: 'stock.substitute_offered', detail: { from, to } });
    await queueRest(tx, { from, to, after: '' });
  });
}

const queueRest = (tx: Tx, job: SubstituteJob) =>
  addJob(tx, 'offer_substitute', job, `offer_substitute:${job.from}:${job.to}`);

/** Queues the messages of a substitute, set by set. */
export async function continueOffer(ctx: Ctx, { from, to, after }: SubstituteJob): Promise<void> {
  const catalogue = await loadCatalogue(ctx.db, ctx.now);
  const since = monotonicMs();
  let cursor: string | null = after;
  while (cursor !== null && monotonicMs() - since < JOB_MS) {
    const job: SubstituteJob = { from, to, after: cursor };
    cursor = await transaction(ctx.db, (tx) => offerSet(tx, ctx.now, job, catalogue));
  }
  const rest = cursor;
  if (rest !== null) await transaction(ctx.db, (tx) => queueRest(tx, { from, to, after: rest }));
}

const IS_ASKED = (from: ProductCode): SQL =>
  sql`select from order_links l where l.order_id = o.id and l.action = 'swap' and l.swap ->> 'from' = ${from}`;

/** The next orders `o` of subscriptions `s` that have a product and can change. */
const holding = (from: ProductCode, now: Date): SQL => sql`order_items i join orders o on o.id = i.order_id
  join subscriptions s on s.id = o.subscription_id
  where i.product_code = ${from} and o.status = 'upcoming' and o.begun_at is null and o.free_product_code is null
    and o.payment_date > ${dayOf(now)}::date and s.status = 'active'
    and not exists (select from orders n where n.subscription_id = o.subscription_id and n.status = 'upcoming'
      and n.begun_at is null and n.payment_date > ${dayOf(now)}::date and n.payment_date < o.payment_date)`;

/** Writes the links and messages of the next orders. @returns the last order; null if it was the last set */
async function offerSet(
  tx: Tx,
  now: Date,
  { from, to, after }: SubstituteJob,
  catalogue: Catalogue,
): Promise<string | null> {
  const found = await queryRows(
    tx,
    z.object({ orderId: z.string(), accountId: z.string() }),
    sql`select o.id as "orderId", o.account_id as "accountId" from ${holding(from, now)}
      and o.id > ${after} and not exists (${IS_ASKED(from)}) order by o.id limit ${SET}`,
  );
  const ids = found.map(({ accountId }) => accountId);
  const locked = await loadSubscribers(tx, ids, true);
  // Another offer may have asked before the lock.
  const asked = await queryRows(
    tx,
    z.object({ id: z.string() }),
    sql`select o.id from orders o where o.id in (select jsonb_array_elements_text(${JSON.stringify(found.map(({ orderId }) => orderId))}::jsonb))
      and exists (${IS_ASKED(from)})`,
  );
  const offers = found.flatMap(({ orderId, accountId }) => {
    const one = locked.get(accountId);
    if (!one || asked.some(({ id }) => id === orderId)) return [];
    if (!canChangeDeliveries(ruleFacts(one)).allowed) return [];
    const planned = substituteIn({ now, ...one }, { orderId, from, to }, catalogue);
    const order = one.subscriber.orders.find(({ id }) => id === orderId);
    return planned && order ? [{ ...planned, order, account: one.subscriber.account }] : [];
  });
  const tokens = await writeOrderLinks(
    tx,
    now,
    offers.map(({ order: { id: orderId, paymentDate, items: box } }) => {
      return { orderId, action: 'swap' as const, paymentDate, swap: { from, to, box } };
    }),
  );
  await queueMessages(
    tx,
    now,
    offers.map(({ order, account, packs, before, after: total }, at) => ({
      kind: 'substitute_offer' as const,
      accountId: order.accountId,
      dedupeKey: `substitute_offer:${order.id}:${from}`,
      payload: {
        firstName: account.firstName,
        orderId: order.id,
        paymentDate: order.paymentDate,
        from: nameIn(catalogue, from),
        to: nameIn(catalogue, to),
        packs,
        before,
        total,
        link: orderLinkUrl(account.locale, 'swap', tokens[at] ?? ''),
        accountUrl: accountUrl(account.locale),
      },
    })),
  );
  return found.length < SET ? null : (found.at(-1)?.orderId ?? null);
}

function nameIn({ products }: Catalogue, code: ProductCode) {
  const product = products.find((one) => one.code === code);
  return { en: product?.nameEn ?? code, th: product?.nameTh ?? code };
}

/**
 * Returns how many next orders have a product and can change, how many of them were asked about a substitute, and how
 * many offers were accepted.
 */
export async function countToAsk(
  { db, now }: Ctx,
  from: ProductCode,
): Promise<{ orders: number; asked: number; accepted: number }> {
  const [row] = await queryRows(
    db,
    z.object({ orders: z.number(), asked: z.number(), accepted: z.number() }),
    sql`select count(*)::int as orders, (count(*) filter (where exists (${IS_ASKED(from)})))::int as asked,
      (select count(*)::int from order_links l where l.action = 'swap' and l.swap ->> 'from' = ${from}
        and l.used_at is not null) as accepted
      from ${holding(from, now)}`,
  );
  return row ?? { orders: 0, asked: 0, accepted: 0 };
}
