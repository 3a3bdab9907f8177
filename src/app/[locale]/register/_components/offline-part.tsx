'use client';

import { PayOutcome, PaySubmit } from '@/components/payments/pay-outcome';
import { DayText } from '@/components/values';
import { laterTotal } from '@/domain/price';
import { useI18n, useLocale } from '@/locales/client';
import { bahtText, deadlineText } from '@/locales/format';
import type { Registration } from './flow';
import classes from './payment-step.module.css';
import { useLinkPayment } from './use-payment';

interface OfflinePartProps {
  registration: Registration;
  reload: () => Promise<void>;
  children: React.ReactNode;
}

/** Offers payment without a card. Explains how this box and later boxes are then paid. */
export function OfflinePart(props: OfflinePartProps) {
  const { totals, dates, expiresAt } = props.registration;
  const t = useI18n();
  const locale = useLocale();
  const payment = useLinkPayment(props);
  const amount = bahtText(totals.total, locale);
  const regular = bahtText(laterTotal(totals), locale);
  return (
    <section aria-label={t('register.payment.offline')} className={`stack mt-3 ${classes.pay}`}>
      <ol className={`stack-2 ${classes.how}`}>
        {totals.total > 0 && (
          <li>
            {t('register.payment.offlineNow', {
              until: <span className="keep">{deadlineText(expiresAt, locale)}</span>,
            })}
          </li>
        )}
        <li>{t('register.payment.offlineStarts')}</li>
        <li>
          {t('register.payment.offlineThen', {
            amount: <span className="keep">{regular}</span>,
            date: dates[1] && <DayText day={dates[1]} locale={locale} />,
          })}
        </li>
      </ol>
      <PayOutcome pay={payment} />
      <div className={classes.below}>{props.children}</div>
      <div className={classes.bar}>
        <PaySubmit
          pay={payment}
          onClick={payment.submit}
          label={t(`register.payment.${totals.total === 0 ? 'offlineNothing' : 'offlineGo'}`, { amount })}
          busyLabel={t('register.payment.offlineBusy')}
        />
      </div>
    </section>
  );
}
