import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { localePath } from '@/locales/paths';
import { pageLocale } from '@/locales/server';
import { api, publicSettings } from '@/trpc/server';
import { withCode } from '@/components/registration/with-code';
import { Invited } from '../_components/invited';
import { isAwaited, isLinkOpen } from '../_components/link-open';
import { stepMetadata } from '../_components/metadata';
import { PaymentStep } from '../_components/payment-step';
import { Assurances, BankMarks, Marks } from './_components/assurances';

export function generateMetadata({ params }: PageProps<'/[locale]/register/payment'>): Promise<Metadata> {
  return stepMetadata(params, 'payment');
}

export default async function PaymentPage({ params, searchParams }: PageProps<'/[locale]/register/payment'>) {
  const locale = await pageLocale(params);
  const { by, code } = await searchParams;
  const { bankAccounts, catalogue, registration } = await api();
  const [current, settings, { today }] = await Promise.all([
    registration.current(),
    publicSettings(),
    catalogue.today(),
  ]);
  if (!current) redirect(localePath(locale, '/register/details?away=payment'));
  if (current.step === 'delivery') redirect(localePath(locale, withCode('/register/delivery', code)));
  if (current.step === 'done') redirect(localePath(locale, '/account'));
  if (current.transferAwaitedUntil) redirect(localePath(locale, '/register/confirmation'));
  // While a payment is pending, the page must not offer another payment. An open payment link is an
  // exception, because a card may replace it.
  const isInstead = (by === 'card' || by === 'bank_account') && isLinkOpen(current);
  if (isAwaited(current) && !isInstead) redirect(localePath(locale, '/register/confirmation'));
  const own = await bankAccounts.mine();
  // An account that was linked to pay this order is offered first.
  const hasAccount = own.banks.length > 0 || own.linked !== null;
  const isByAccount =
    (by === 'bank_account' && hasAccount) || (by === undefined && (own.linked ?? own.pending) !== null);
  return (
    <>
      <Invited code={code} attached={current.code} today={today} />
      <PaymentStep
        registration={current}
        isOfflineAllowed={settings.offlineRegistration}
        bankAccounts={own}
        firstMethod={by === 'offline' ? 'offline' : isByAccount ? 'bank_account' : 'card'}
        marks={{
          card: <Marks of={settings.cardBrands} />,
          bank_account: <BankMarks of={own.banks} />,
          offline: <Marks of={['promptpay']} />,
        }}
        assurances={<Assurances locale={locale} />}
        gateway={{ scriptUrl: settings.omiseJsUrl, publicKey: settings.omisePublicKey }}
      />
    </>
  );
}
