import { redirect } from 'next/navigation';
import type { Locale } from '@/domain/locale';
import { localePath } from '@/locales/paths';
import { api, requireSession } from '@/trpc/server';
import { isUnfinished } from '@/trpc/visitor';

/**
 * Returns the visitor's subscription, for a page at `path`. Redirects visitors to log-in, and unfinished registrations to
 * their next step.
 * @returns its status, too; a missing subscription is returned as cancelled
 */
export async function requireSubscriber(locale: Locale, path: string) {
  const session = await requireSession(locale, localePath(locale, path));
  const status = session.subscription?.status ?? 'cancelled';
  if (isUnfinished(session)) redirect(localePath(locale, '/register/payment'));
  return { session, status, procedures: await api() };
}

/** Whether today is the payment date of an order: its box is locked, and a change applies from the next one. */
export async function isPaymentDate(): Promise<boolean> {
  const { orders, catalogue } = await api();
  const [{ orders: previous }, { today }] = await Promise.all([
    orders.previous({ page: 1 }),
    catalogue.today(),
  ]);
  return previous.some((order) => order.paymentDate === today);
}
