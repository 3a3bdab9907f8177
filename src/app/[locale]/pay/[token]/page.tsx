import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { platformOf } from '@/domain/pay-app';
import { secretLinkMetadata } from '@/locales/metadata';
import { localePath } from '@/locales/paths';
import { getI18n, pageLocale } from '@/locales/server';
import { api, orNotFound } from '@/trpc/server';
import { PayPage } from './_components/pay-page';

type Props = PageProps<'/[locale]/pay/[token]'>;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const locale = await pageLocale(params);
  const t = await getI18n();
  return secretLinkMetadata(locale, t('payments.pay.title'));
}

export default async function PayLinkPage({ params }: Props) {
  const { token } = await params;
  const locale = await pageLocale(params);
  const { payments, registration } = await api();
  const initial = await orNotFound(payments.payLink({ token }));
  // The browser that registered ends with the confirmation of every way to pay.
  const own = initial.setsSchedule ? await registration.current() : null;
  const confirmation =
    own?.payment?.orderNumber === initial.orderNumber ? localePath(locale, '/register/confirmation') : null;
  if (confirmation && initial.status === 'success') redirect(confirmation);
  const device = (await headers()).get('user-agent');
  const isPhone = platformOf(device) !== 'WEB';
  return <PayPage token={token} initial={initial} confirmation={confirmation} isPhone={isPhone} />;
}
