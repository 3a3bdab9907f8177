import { redirect } from 'next/navigation';
import { personalMetadata } from '@/locales/page-metadata';
import { localePath } from '@/locales/paths';
import { pageLocale } from '@/locales/server';
import { api, requireSubscriberSession } from '@/trpc/server';
import { PollPayment } from '../_components/poll-payment';
import { meansToTry, PaymentNotice } from '../_components/payment-notice';
import { Cards } from './_components/cards';

export const generateMetadata = personalMetadata('/account/cards', 'payments.method.title');

export default async function CardsPage({ params }: PageProps<'/[locale]/account/cards'>) {
  const locale = await pageLocale(params);
  const session = await requireSubscriberSession(locale, '/account/cards');
  // Before the first payment, a card can be added only in the registration.
  if (session.subscription?.registering) redirect(localePath(locale, '/register/payment?by=card'));
  const { payments, bankAccounts, catalogue } = await api();
  const [{ cards }, own, { today }] = await Promise.all([
    payments.cardExpiryCheck(),
    bankAccounts.mine(),
    catalogue.today(),
  ]);
  const payment = session.pendingPayment;
  const notice = payment && (
    <PaymentNotice payment={payment} cards={cards} subscription={session.subscription} locale={locale} />
  );
  return (
    <>
      <Cards
        cards={cards}
        session={session}
        own={own}
        today={today}
        notice={notice}
        offered={meansToTry(payment, { cards, subscription: session.subscription })}
      />
      {payment?.status === 'pending' && <PollPayment />}
    </>
  );
}
