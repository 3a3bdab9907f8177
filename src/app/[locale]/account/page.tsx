import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { Notice } from '@/components/notice';
import { pageMetadata } from '@/locales/metadata';
import { localePath } from '@/locales/paths';
import { getI18n, pageLocale } from '@/locales/server';
import { api, requireSession } from '@/trpc/server';
import classes from './_components/account.module.css';
import { LogOut } from './_components/log-out';
import { NextBox } from './_components/next-box';
import { PaymentNotice } from './_components/payment-notice';
import { Tiles } from './_components/tiles';
import { Upcoming } from './_components/upcoming';

export async function generateMetadata({ params }: PageProps<'/[locale]/account'>): Promise<Metadata> {
  const locale = await pageLocale(params);
  const t = await getI18n();
  return pageMetadata({ locale, path: '/account', title: t('account.title'), personal: true });
}

export default async function AccountPage({ params }: PageProps<'/[locale]/account'>) {
  const locale = await pageLocale(params);
  const session = await requireSession(locale, localePath(locale, '/account'));
  // Somebody who has not paid yet has no account to look at, only a registration to finish.
  if (session.subscription?.status === 'awaiting_payment') redirect(localePath(locale, '/register/payment'));
  const [t, { account, catalogue }] = await Promise.all([getI18n(), api()]);
  const [home, products] = await Promise.all([account.home(), catalogue.products()]);
  const status = home.subscription?.status ?? 'cancelled';

  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <h1>{t('account.greeting', { name: home.account.firstName })}</h1>
        <span className={classes.status} data-status={status}>
          {t(`account.status.${status}`)}
        </span>
      </div>
      {!home.account.emailVerified && (
        <Notice tone="info">{t('account.verify', { email: home.account.email })}</Notice>
      )}
      {home.pendingPayment && <PaymentNotice payment={home.pendingPayment} locale={locale} />}
      <NextBox
        locale={locale}
        upcoming={home.upcoming}
        status={status}
        products={products}
        today={home.today}
      />
      {home.upcoming.length > 0 && <Upcoming locale={locale} orders={home.upcoming} />}
      <Tiles locale={locale} home={home} />
      <LogOut />
    </div>
  );
}
