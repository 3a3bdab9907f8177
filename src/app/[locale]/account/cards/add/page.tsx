import { redirect } from 'next/navigation';
import { personalMetadata } from '@/locales/page-metadata';
import { localePath } from '@/locales/paths';
import { pageLocale } from '@/locales/server';
import { api, publicSettings, requireSubscriberSession } from '@/trpc/server';
import { PaymentNotice } from '../../_components/payment-notice';
import { AddCard } from '../_components/add-card';

export const generateMetadata = personalMetadata('/account/cards/add', 'cards.adding.title');

export default async function AddCardPage({
  params,
  searchParams,
}: PageProps<'/[locale]/account/cards/add'>) {
  const locale = await pageLocale(params);
  const session = await requireSubscriberSession(locale, '/account/cards/add');
  // Before the first payment, a card can be added only in the registration.
  if (session.subscription?.registering) redirect(localePath(locale, '/register/payment?by=card'));
  const { replace } = await searchParams;
  const [{ cards }, settings] = await Promise.all([(await api()).payments.cards(), publicSettings()]);
  const payment = session.pendingPayment;
  return (
    <AddCard
      session={session}
      notice={payment && <PaymentNotice payment={payment} brief locale={locale} />}
      isFirst={cards.length === 0}
      replaced={cards.find(({ cardId }) => cardId === replace) ?? null}
      gateway={{ scriptUrl: settings.omiseJsUrl, publicKey: settings.omisePublicKey }}
    />
  );
}
