import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { platformOf } from '@/domain/pay-app';
import { secretLinkMetadata } from '@/locales/page-metadata';
import { localePath } from '@/locales/paths';
import { pageLocale } from '@/locales/server';
import { api, orNotFound } from '@/trpc/server';
import { PayPage } from './_components/pay-page';

export const generateMetadata = secretLinkMetadata('payments.pay.title');

export default async function PayLinkPage({ params }: PageProps<'/[locale]/pay/[token]'>) {
  const { token } = await params;
  const locale = await pageLocale(params);
  const { payments, registration } = await api();
  const link = await orNotFound(payments.payLink({ token }));
  // The browser that registered ends with the confirmation of every way to pay.
  if (link.status === 'success' && link.setsSchedule) {
    const own = await registration.current();
    if (own?.payment?.orderNumber === link.orderNumber)
      redirect(localePath(locale, '/register/confirmation'));
  }
  const device = (await headers()).get('user-agent');
  return <PayPage token={token} link={link} locale={locale} isPhone={platformOf(device) !== 'WEB'} />;
}
