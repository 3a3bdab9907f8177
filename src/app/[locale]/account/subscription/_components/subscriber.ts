import { redirect } from 'next/navigation';
import type { Locale } from '@/domain/locale';
import { localePath } from '@/locales/paths';
import { api, isUnfinished, requireSession } from '@/trpc/server';

/**
 * The subscription of the visitor, for a page at `path`. Visitors log in first; who has a registration to finish goes on with that.
 * @returns its status too: who has no subscription any more is shown what a cancelled one is.
 */
export async function requireSubscriber(locale: Locale, path: string) {
  const session = await requireSession(locale, localePath(locale, path));
  const status = session.subscription?.status ?? 'cancelled';
  if (isUnfinished(session)) redirect(localePath(locale, '/register/payment'));
  return { session, status, procedures: await api() };
}

/** Whether the payment date of an order is today: its box is closed, and a change applies from the next one. */
export async function isPaymentDate(): Promise<boolean> {
  const { orders, catalogue } = await api();
  const [{ orders: previous }, { today }] = await Promise.all([
    orders.previous({ page: 1 }),
    catalogue.today(),
  ]);
  return previous.some((order) => order.paymentDate === today);
}
