import { redirect } from 'next/navigation';
import type { Locale } from '@/domain/locale';
import { localePath } from '@/locales/paths';
import { api, requireSession } from '@/trpc/server';
import { isUnfinished } from '@/trpc/visitor';

/**
 * Returns the session, the subscription's status and the server procedures, for a page at `path`. Without a
 * session, redirects to log-in. Redirects an unfinished registration to its payment step.
 * @param path the path of the page, without language
 * @returns the status is 'cancelled' if there is no subscription
 */
export async function requireSubscriber(locale: Locale, path: string) {
  const session = await requireSession(locale, localePath(locale, path));
  const status = session.subscription?.status ?? 'cancelled';
  if (isUnfinished(session)) redirect(localePath(locale, '/register/payment'));
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
