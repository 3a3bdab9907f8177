import Link from 'next/link';
import { Icon } from '@/components/art/icon';
import type { Locale } from '@/domain/locale';
import { isCharged } from '@/domain/subscription';
import { I18n } from '@/locales/i18n';
import { localePath } from '@/locales/paths';
import { getI18n } from '@/locales/server';
import { sheetPath } from '@/locales/sheet-path';
import type { RouterOutputs } from '@/trpc/outputs';
import { paymentReport } from '../_components/payment-notice';
import { UndoChange } from '../_sheets/undo-change';
import classes from './boxes.module.css';
import { Calendar } from './calendar';
import { FirstBoxes } from './first-boxes';
import { NextBox } from './next-box';
import { PastBoxes } from './past-boxes';
import { PaymentHero } from './payment-hero';
import { Baht, DayText } from '@/components/values';
import { MilestoneReached, PausedBox } from './rare';
import { StoppedBox } from './stopped-box';
import type { Day } from '@/domain/day';
import { Notice } from '@/components/notice';
import { Resend } from '../_components/resend';
import { ACCOUNT_WORDS } from '../_components/account-words';

interface BoxesProps {
  locale: Locale;
  home: RouterOutputs['account']['home'];
  products: RouterOutputs['catalogue']['everyProduct'];
  past: RouterOutputs['orders']['previous'];
  milestone: RouterOutputs['rewards']['summary']['milestone'];
}

/** The first thing of the account, the calendar of boxes, and the two ways to stop them. */
export async function Boxes({ locale, home, products, past, milestone }: BoxesProps) {
  const t = await getI18n();
  const { today, pendingPayment, subscription, account } = home;
  const status = subscription?.status ?? 'cancelled';
  const payment = isChargedToday() ? null : pendingPayment;
  const report = payment && (await paymentReport({ payment, ...home, locale }));
  const todays = payment ? null : todaysOrder(past.orders, today);
  const pause = subscription?.pause ?? null;
  const isLocked = pendingPayment?.method === 'offline' && pendingPayment.status === 'pending';
  return (
    <div className={`wrap ${classes.board}`}>
      <div className={`stack-4 ${classes.side}`}>
        {await first()}
        {subscription && <UndoChange version={subscription.version} />}
        {todays && <TodayNotice order={todays} locale={locale} />}
        <PriceNotice locale={locale} notice={subscription?.priceNotice ?? null} />
        {!account.emailVerified && <VerifyNotice email={account.email} locale={locale} />}
        {milestone.reached && (
          <I18n locale={locale} nouns={['common', 'rewards.milestone']} within={ACCOUNT_WORDS}>
            <MilestoneReached reached={milestone.reached} every={milestone.every} />
          </I18n>
        )}
      </div>
      <div className={classes.main}>
        {subscription?.registering ? (
          <FirstBoxes locale={locale} />
        ) : (
          <Calendar
            today={today}
            rhythm={status === 'active' && !isLocked ? subscription : null}
            isLocked={isLocked}
          >
            <PastBoxes
              past={past}
              toConfirm={report?.is === 'confirm' ? (payment?.orderId ?? null) : null}
              locale={locale}
            />
          </Calendar>
        )}
      </div>
      {status !== 'cancelled' && status !== 'imported' && !subscription?.registering && (
        <ul className={classes.last}>
          {status === 'active' && !pause && !isLocked && way('pause')}
          {way('cancel')}
        </ul>
      )}
    </div>
  );

  /** Whether the card or bank account will be charged today, which needs no action. Once the bank is asked, its state is shown. */
  function isChargedToday(): boolean {
    if (pendingPayment?.status !== 'pending' || !isCharged(pendingPayment.method)) return false;
    const order = past.orders.find(({ orderId }) => orderId === pendingPayment.orderId);
    return pendingPayment.nextTryOn !== null && order?.paymentDate === today;
  }

  async function first() {
    if (payment && report) {
      const order = past.orders.find(({ orderId }) => orderId === payment.orderId);
      return (
        <PaymentHero
          report={report}
          payment={payment}
          paymentDate={order?.paymentDate ?? null}
          isFirst={subscription?.registering ?? false}
          status={status}
          locale={locale}
        />
      );
    }
    if (status !== 'active') return <StoppedBox locale={locale} status={status} points={home.points} />;
    if (pause && subscription) return <PausedBox home={home} subscription={subscription} pause={pause} />;
    return (
      <NextBox home={home} products={products} canOrderNow={pendingPayment === null && todays === null} />
    );
  }

  function way(to: 'pause' | 'cancel') {
    return (
      <li>
        <Link
          href={localePath(locale, sheetPath(to))}
          prefetch={false}
          scroll={false}
          className={classes.way}
        >
          <Icon of={to} />
          <span>
            <span className="block">{t(`account.ways.${to}`)}</span>
            <span className="block muted small">{t(`account.ways.${to}Text`)}</span>
          </span>
          <Icon of="onward" />
        </Link>
      </li>
    );
  }
}

/** Asks the subscriber to verify the e-mail, and offers to send the verification link again. */
async function VerifyNotice({ email, locale }: { email: string; locale: Locale }) {
  const t = await getI18n();
  return (
    <Notice tone="info">
      <p>{t('account.verify', { email: <strong>{email}</strong> })}</p>
      <div>
        <I18n locale={locale} nouns={['common', 'details.ways']} within={ACCOUNT_WORDS}>
          <Resend email={email} look="quiet" />
        </I18n>
      </div>
    </Notice>
  );
}

type Subscription = RouterOutputs['subscription']['current']['subscription'];

interface PriceNoticeProps {
  locale: Locale;
  notice: Subscription['priceNotice'];
}

/** Shows an announced higher price: its first payment date, and the old and the new total. */
async function PriceNotice({ locale, notice }: PriceNoticeProps) {
  if (!notice) return null;
  const t = await getI18n();
  return (
    <Notice tone="info" title={t('account.price.title')}>
      <p>
        {t('subscription.change.priceNotice', {
          date: <DayText day={notice.firstDate} locale={locale} />,
          old: <Baht satang={notice.oldTotal} locale={locale} />,
          new: <Baht satang={notice.newTotal} locale={locale} />,
        })}
      </p>
      <p>
        <Link href={localePath(locale, sheetPath('contents'))} prefetch={false} scroll={false}>
          {t('account.price.change')}
        </Link>
      </p>
    </Notice>
  );
}

type Order = RouterOutputs['orders']['previous']['orders'][number];

/**
 * Returns today's order if it will be paid today or is paid, otherwise null. Today's order is not among the
 * next three orders.
 */
function todaysOrder(previous: readonly Order[], today: Day): Order | null {
  const isNoticed = ({ payment, receiveBy }: Order) =>
    payment?.status === 'pending' || (payment?.status === 'success' && receiveBy !== null);
  return previous.find((order) => order.paymentDate === today && isNoticed(order)) ?? null;
}

/** Reports that today's order will be paid today or is paid. */
async function TodayNotice({ order, locale }: { order: Order; locale: Locale }) {
  const t = await getI18n();
  const amount = <Baht satang={order.total} locale={locale} />;
  if (order.payment?.status === 'pending' || order.receiveBy === null) {
    return (
      <Notice tone="info" title={t('account.today.title')}>
        <p>{t('account.today.dueText', { amount })}</p>
      </Notice>
    );
  }
  return (
    <Notice tone="good" title={t('account.today.paidTitle')}>
      <p>
        {t('account.today.paidText', { amount, date: <DayText day={order.receiveBy} locale={locale} /> })}
      </p>
    </Notice>
  );
}
