import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { ArrivedHeading } from '@/components/arrived-heading';
import { pageMetadata } from '@/locales/metadata';
import { localePath } from '@/locales/paths';
import { getI18n, pageLocale } from '@/locales/server';
import { api, requireSession } from '@/trpc/server';
import { isUnfinished } from '@/trpc/visitor';
import classes from './_components/account.module.css';
import { KeepLooking } from './_components/keep-looking';
import { LogOut } from './_components/log-out';
import { Milestone } from './_components/milestone';
import { NextOrders } from './_components/next-orders';
import { PausedNotice } from './_components/paused-notice';
import { PaymentNotice } from './_components/payment-notice';
import { PriceNotice } from './_components/price-notice';
import { Stopped } from './_components/stopped';
import { Tiles } from './_components/tiles';
import { todaysOrder, TodayNotice } from './_components/today-notice';
import { VerifyNotice } from './_components/verify-notice';

export async function generateMetadata({ params }: PageProps<'/[locale]/account'>): Promise<Metadata> {
  const locale = await pageLocale(params);
  const t = await getI18n();
  return pageMetadata({ locale, path: '/account', title: t('account.title'), personal: true });
}

export default async function AccountPage({ params }: PageProps<'/[locale]/account'>) {
  const locale = await pageLocale(params);
  const session = await requireSession(locale, localePath(locale, '/account'));
  if (isUnfinished(session)) redirect(localePath(locale, '/register/payment'));
  const [t, { account, orders, catalogue, rewards }] = await Promise.all([getI18n(), api()]);
  const [home, products, { orders: previous }, { milestone }] = await Promise.all([
    account.home(),
    catalogue.everyProduct(),
    orders.previous({ page: 1 }),
    rewards.summary(),
  ]);
  const { today, upcoming, pendingPayment } = home;
  const status = home.subscription?.status ?? 'cancelled';
  // Whether the pending payment is today's card charge, which needs no action of the subscriber.
  const isOfToday =
    pendingPayment?.status === 'pending' &&
    pendingPayment.method === 'card' &&
    pendingPayment.authorizeUri === null &&
    previous.some((order) => order.orderId === pendingPayment.orderId && order.paymentDate === today);
  const paymentToReport = isOfToday ? null : pendingPayment;
  const orderOfToday = paymentToReport ? null : todaysOrder(previous, today);
  // Only one notice stands above the next order, so that a phone shows the order without scrolling.
  const pause = home.subscription?.pause ?? null;
  const isVerifyFirst = paymentToReport === null && orderOfToday === null && pause === null;
  const verify = home.account.emailVerified ? null : (
    <VerifyNotice email={home.account.email} locale={locale} />
  );

  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <ArrivedHeading>{t('account.greeting', { name: home.account.firstName })}</ArrivedHeading>
        <span className={classes.status} data-status={status}>
          {t(`account.status.${status}`)}
        </span>
      </div>
      {isVerifyFirst && verify}
      {paymentToReport && <PaymentNotice payment={paymentToReport} cards={home.cards} locale={locale} />}
      {orderOfToday && <TodayNotice order={orderOfToday} locale={locale} />}
      {pendingPayment?.status === 'pending' && pendingPayment.method === 'card' && <KeepLooking />}
      <PausedNotice locale={locale} pause={pause} />
      <div className={classes.columns}>
        <div className={classes.main}>
          {status !== 'active' && <Stopped locale={locale} status={status} />}
          {upcoming.length > 0 && (
            <NextOrders
              orders={upcoming}
              products={products}
              today={today}
              receiveBy={pause?.receiveBy}
              canOrderNow={pendingPayment === null && orderOfToday === null}
            />
          )}
          <PriceNotice locale={locale} notice={home.subscription?.priceNotice ?? null} />
          {!isVerifyFirst && verify}
          <Milestone milestone={milestone} locale={locale} />
        </div>
        <Tiles locale={locale} home={home} />
      </div>
      <LogOut />
    </div>
  );
}
