import { ClosedBoxArt } from '@/components/art/box';
import { CardArt } from '@/components/art/scenes';
import { ButtonLink } from '@/components/button';
import { Baht } from '@/components/values';
import { YearlessDay } from '@/components/yearless-day';
import type { Day } from '@/domain/day';
import type { Locale } from '@/domain/locale';
import type { SubscriptionStatus } from '@/domain/subscription';
import { localePath } from '@/locales/paths';
import { getI18n } from '@/locales/server';
import { sheetPath } from '@/locales/sheet-path';
import type { RouterOutputs } from '@/trpc/outputs';
import type { PaymentReport } from '../_components/payment-notice';
import { Hero, HeroActs } from '@/components/hero';
import { LinkNeeds } from './link-needs';

interface PaymentHeroProps {
  report: PaymentReport;
  payment: NonNullable<RouterOutputs['account']['home']['pendingPayment']>;
  /** The payment date of its order. Null: the order is not among the latest ones. */
  paymentDate: Day | null;
  /** Whether it is the first payment of the subscription. */
  isFirst: boolean;
  status: SubscriptionStatus;
  locale: Locale;
}

/** The payment that failed or waits, as the first thing of the account. */
export async function PaymentHero({
  report,
  payment,
  paymentDate,
  isFirst,
  status,
  locale,
}: PaymentHeroProps) {
  const t = await getI18n();
  const isAtTheBank = report.is === 'confirm' || report.is === 'checking';
  return (
    <Hero
      tone={isAtTheBank ? 'info' : report.tone}
      eyebrow={t(`account.owed.${isFirst && report.is === 'waiting' ? 'first' : report.is}`)}
      title={<Baht satang={payment.amount} locale={locale} />}
      lines={
        paymentDate && t('account.next.boxOf', { date: <YearlessDay day={paymentDate} locale={locale} /> })
      }
      art={isAtTheBank ? <CardArt /> : <ClosedBoxArt />}
    >
      <HeroActs>
        {report.body}
        {payment.method === 'offline' && payment.status === 'pending' && (
          <LinkNeeds payment={payment} isFirst={isFirst} />
        )}
        {status === 'inactive' && (
          <ButtonLink href={localePath(locale, sheetPath('restart'))} look="secondary" wide>
            {t('account.stopped.restart')}
          </ButtonLink>
        )}
      </HeroActs>
    </Hero>
  );
}
