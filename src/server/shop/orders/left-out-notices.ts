import type { Day } from '@/domain/day';
import type { OrderStatus } from '@/domain/order';
import type { MessagePayloads } from '@/emails/messages';
import type { Tx } from '../../db';
import { isAmong } from '../../db/among';
import { accounts, type orders } from '../../db/schema';
import { queueMessages, type NewMessage } from '../../lifecycle/outbox';
import { accountUrl } from '../../platform/site-url';

type Order = Pick<typeof orders.$inferSelect, 'id' | 'accountId' | 'paymentDate'>;
type Why = MessagePayloads['order_left_out']['why'];

/** An order that ends without a payment, because an order of `nextDate` begins. */
interface LeftOut extends Order {
  why: Why;
  nextDate: Day;
}

const WHY: Partial<Record<OrderStatus, Why>> = { missed: 'missed', unpaid: 'replaced' };

/** Returns the orders that end without a payment by the changes of a beginning. */
export function leftOutBy(
  changes: readonly { id: string; to: OrderStatus }[],
  known: readonly Order[],
): LeftOut[] {
  const orderOf = (change: { id: string } | undefined) => known.find(({ id }) => id === change?.id);
  const newest = orderOf(changes.find(({ to }) => to === 'charging' || to === 'awaiting_payment'));
  return changes.flatMap((change) => {
    const [order, why] = [orderOf(change), WHY[change.to]];
    return newest && order && why ? [{ ...order, why, nextDate: newest.paymentDate }] : [];
  });
}

/**
 * Queues the messages about orders that end without a payment, once per order. The caller must hold the locks of the
 * subscriptions.
 */
export async function notifyLeftOut(tx: Tx, now: Date, leftOut: readonly LeftOut[]): Promise<void> {
  if (leftOut.length === 0) return;
  const accountIds = leftOut.map(({ accountId }) => accountId);
  const recipients = await tx
    .select({ id: accounts.id, firstName: accounts.firstName, locale: accounts.locale })
    .from(accounts)
    .where(isAmong(accounts.id, accountIds));
  const known = new Map(recipients.map((recipient) => [recipient.id, recipient]));
  const told = leftOut.flatMap(
    ({ id: orderId, accountId, why, paymentDate, nextDate }): NewMessage<'order_left_out'>[] => {
      const account = known.get(accountId);
      if (!account) return [];
      const payload = { firstName: account.firstName, orderId, why, paymentDate, nextDate };
      return [
        {
          kind: 'order_left_out',
          accountId,
          dedupeKey: `order_left_out:${orderId}`,
          payload: { ...payload, accountUrl: accountUrl(account.locale) },
        },
      ];
    },
  );
  await queueMessages(tx, now, told);
}
