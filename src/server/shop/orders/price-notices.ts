import type { BoxItem } from '@/domain/box';
import type { OrderPrices } from '@/domain/lifecycle/changes';
import { planPrices, type PriceRaise } from '@/domain/price-notice';
import { settings } from '@/settings/settings';
import type { Catalogue } from '../catalogue/queries';
import { isAmong } from '../../db/among';
import type { Tx } from '../../db';
import { accounts, priceNotices } from '../../db/schema';
import { queueMessages, type NewMessage } from '../../lifecycle/outbox';
import type { Subscription } from '../../lifecycle/locks';
import type { PriceFacts } from '../../lifecycle/price-facts';
import { accountUrl } from '../../platform/site-url';
import { frozenPrices, quoteOrder } from '@/domain/quote';

/** A box, where it is delivered, and the prices that its subscriber knows. */
export interface KnownBox {
  box: BoxItem[];
  postalCode: string | null;
  prices: PriceFacts;
}

/** A higher price to announce to one subscriber. */
export interface Raise extends PriceRaise {
  subscriptionId: string;
  accountId: string;
}

/** Returns the prices of orders to be planned, and the higher prices to announce. */
export function pricesFor(
  { id: subscriptionId, accountId }: Pick<Subscription, 'id' | 'accountId'>,
  now: Date,
  dates: Parameters<typeof planPrices>[0],
  { box, postalCode, prices: known }: KnownBox,
  catalogue: Catalogue,
): { prices: OrderPrices[]; raises: Raise[] } {
  const [last] = known.held;
  const { prices, raise } = planPrices(dates, {
    todays: frozenPrices(quoteOrder(catalogue, box, postalCode), catalogue),
    held: last ? heldPrices(last) : null,
    notice: known.notice,
    now,
    noticeDays: settings().PRICE_NOTICE_DAYS,
  });
  return { prices, raises: raise ? [{ ...raise, subscriptionId, accountId }] : [] };
}

function heldPrices({ id: _, ...prices }: PriceFacts['held'][number]) {
  return { ...prices, codeDiscount: 0, code: null, total: prices.boxPrice + prices.deliveryFee };
}

/**
 * Announces higher prices: writes each notice and queues its message. The caller must hold the locks of the
 * subscriptions and must have written the planned orders in the same transaction.
 */
export async function announceRaises(tx: Tx, now: Date, raises: readonly Raise[]): Promise<void> {
  if (raises.length === 0) return;
  await tx
    .insert(priceNotices)
    .values(raises.map(({ accountId: _, ...notice }) => ({ ...notice, createdAt: now })));
  const accountIds = raises.map(({ accountId }) => accountId);
  const recipients = await tx
    .select({ id: accounts.id, firstName: accounts.firstName, locale: accounts.locale })
    .from(accounts)
    .where(isAmong(accounts.id, accountIds));
  const known = new Map(recipients.map((recipient) => [recipient.id, recipient]));
  const told = raises.flatMap(
    ({ accountId, subscriptionId, number, firstDate, oldTotal, newTotal }): NewMessage<'price_notice'>[] => {
      const account = known.get(accountId);
      if (!account) return [];
      const payload = { firstName: account.firstName, firstDate, oldTotal, newTotal };
      return [
        {
          kind: 'price_notice',
          accountId,
          dedupeKey: `price_notice:${subscriptionId}:${number}`,
          payload: { ...payload, accountUrl: accountUrl(account.locale) },
        },
      ];
    },
  );
  await queueMessages(tx, now, told);
}
