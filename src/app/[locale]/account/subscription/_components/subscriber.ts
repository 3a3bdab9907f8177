import type { Locale } from '@/domain/locale';
import { api, requireSubscriberSession } from '@/trpc/server';

/**
 * Returns the session of a subscriber, the subscription's status and the server procedures, for a page at `path`.
 * @param path the path of the page, without language
 * @returns the status is 'cancelled' if there is no subscription
 */
export async function openSubscriberPage(locale: Locale, path: string) {
  const session = await requireSubscriberSession(locale, path);
  const status = session.subscription?.status ?? 'cancelled';
  return { session, status, procedures: await api() };
}

/**
 * Whether today is the payment date of an order. The box of that order cannot be changed. A change then
 * applies from the next order.
 */
export async function isPaymentDate(): Promise<boolean> {
  const { orders, catalogue } = await api();
  const [{ orders: previous }, { today }] = await Promise.all([
    orders.previous({ page: 1 }),
    catalogue.today(),
  ]);
  return previous.some((order) => order.paymentDate === today);
}
