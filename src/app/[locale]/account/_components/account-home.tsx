import { ArrivedHeading } from '@/components/arrived-heading';
import type { Locale } from '@/domain/locale';
import { politeName } from '@/locales/polite-name';
import { getI18n } from '@/locales/server';
import type { RouterOutputs } from '@/trpc/outputs';
import classes from './account.module.css';
import { NextOrders } from './next-orders';
import { PausedNotice } from './paused-notice';
import { PaymentNotice } from './payment-notice';
import { PriceNotice } from './price-notice';
import { Stopped } from './stopped';
import { Tiles } from './tiles';
import { todaysOrder, TodayNotice } from './today-notice';
import { I18n } from '@/locales/i18n';
import { MilestoneReached } from './milestone-reached';
import { Notice } from '@/components/notice';
import { Resend } from './resend';

const STATUS_TONE = { active: 'good', inactive: 'waiting', awaiting_payment: 'info', cancelled: 'info' };

interface AccountHomeProps {
  locale: Locale;
  home: RouterOutputs['account']['home'];
  products: RouterOutputs['catalogue']['everyProduct'];
  /** The latest orders whose payment date has come, newest first. */
  previous: RouterOutputs['orders']['previous']['orders'];
  milestone: RouterOutputs['rewards']['summary']['milestone'];
}

/** The start page of an account: what waits for the subscriber, the next orders, and the way to everything else. */
export async function AccountHome({ locale, home, products, previous, milestone }: AccountHomeProps) {
  const t = await getI18n();
  const { today, upcoming, pendingPayment } = home;
  const status = home.subscription?.status ?? 'cancelled';
  // Whether the card will be charged today, which needs no action of the subscriber. Once the bank is asked, its state is shown.
  const isOfToday =
    pendingPayment?.status === 'pending' &&
    pendingPayment.method === 'card' &&
    pendingPayment.nextTryOn !== null &&
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
    <div className={`wrap ${classes.page}`}>
      <div className={`actions ${classes.head}`}>
        <ArrivedHeading>
          {t('account.greeting', { name: politeName(home.account.firstName, locale) })}
        </ArrivedHeading>
        <span className={`tag ${STATUS_TONE[status]}`}>{t(`account.status.${status}`)}</span>
      </div>
      {isVerifyFirst && verify}
      {paymentToReport && <PaymentNotice payment={paymentToReport} cards={home.cards} locale={locale} />}
      {orderOfToday && <TodayNotice order={orderOfToday} locale={locale} />}
      <PausedNotice locale={locale} pause={pause} />
      <div className={classes.columns}>
        <div>
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
    </div>
  );
}

interface MilestoneProps {
  milestone: RouterOutputs['rewards']['summary']['milestone'];
  locale: Locale;
}

/** Shows the congratulation for a reached milestone until it is closed. */
function Milestone({ milestone, locale }: MilestoneProps) {
  if (!milestone.reached) return null;
  return (
    <I18n locale={locale} nouns={['common', 'rewards.milestone']}>
      <MilestoneReached reached={milestone.reached} every={milestone.every} />
    </I18n>
  );
}

/** Asks the subscriber to verify the e-mail, and offers to send the verification link again. */
async function VerifyNotice({ email, locale }: { email: string; locale: Locale }) {
  const t = await getI18n();
  return (
    <Notice tone="info">
      <p>{t('account.verify', { email: <strong>{email}</strong> })}</p>
      <div>
        <I18n locale={locale} nouns={['common', 'details.ways']}>
          <Resend email={email} look="quiet" />
        </I18n>
      </div>
    </Notice>
  );
}
