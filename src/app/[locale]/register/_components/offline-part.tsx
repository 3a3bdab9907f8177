'use client';

import { Button } from '@/components/button';
import { Notice } from '@/components/notice';
import { TotalChanged } from '@/components/payments/total-changed';
import { useOnVisible } from '@/components/use-on-visible';
import { DayText } from '@/components/values';
import { laterTotal } from '@/domain/price';
import { useI18n, useLocale } from '@/locales/client';
import { bahtText, deadlineText } from '@/locales/format';
import type { Registration } from './flow';
import classes from './payment-step.module.css';
import { useOfflinePayment } from './use-payment';

interface OfflinePartProps {
  registration: Registration;
  reload: () => Promise<void>;
}

/** Offers payment without a card. Explains how this box and later boxes are then paid. */
export function OfflinePart({ registration: { totals, dates, expiresAt }, reload }: OfflinePartProps) {
  const t = useI18n();
  const locale = useLocale();
  const { submit, busy, problem } = useOfflinePayment({ total: totals.total, reload });
  const amount = bahtText(totals.total, locale);
  useOnVisible(() => void (busy || reload()));
  const regular = bahtText(laterTotal(totals), locale);
  return (
    <section aria-labelledby="offline-title" className="stack mt-5">
      <h2 id="offline-title" className="h3">
        {t('register.payment.offline')}
      </h2>
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
      {problem?.code === 'TOTAL_CHANGED' && <TotalChanged message={problem.message} />}
      {problem && problem.code !== 'TOTAL_CHANGED' && <Notice tone="bad" urgent title={problem.message} />}
      <Button wide onClick={() => void submit()} busy={busy}>
        {label()}
      </Button>
    </section>
  );

  function label() {
    if (busy) return t('register.payment.offlineBusy');
    if (totals.total === 0) return t('register.payment.offlineNothing', { amount });
    return t('register.payment.offlineGo', { amount });
  }
}
