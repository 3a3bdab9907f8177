'use client';

import { useState } from 'react';
import { Button } from '@/components/button';
import { PaymentDayChoice } from '@/components/rhythm/payment-day-choice';
import { useI18n } from '@/locales/client';
import { trpc } from '@/trpc/react';
import type { View } from '../../../_components/subscription-view';
import { BeforeAfter } from '../../_components/before-after';
import { LostChoices } from '../../_components/lost-choices';
import { ChangeNotices } from '../../_components/change-notices';
import screen from '../../_components/screen.module.css';
import { useChange } from '../../_components/use-change';

/** The number of days in the shortest month. */
const SHORTEST_MONTH = 28;

/** Changes the payment day of the month. Shows the new dates of the next orders. */
export function PaymentDayForm({ initial }: { initial: View }) {
  const t = useI18n();
  const [paymentDay, setPaymentDay] = useState(initial.subscription.paymentDay);
  const change = useChange({
    kind: 'payment-day',
    initial,
    input: ({ subscription }) => (paymentDay === subscription.paymentDay ? null : { paymentDay }),
    send: trpc.subscription.changePaymentDay.mutate,
    done: () => t('subscription.day.done'),
    choose: (kept) => kept.paymentDay !== undefined && setPaymentDay(kept.paymentDay),
  });

  return (
    <div className={screen.columns}>
      <div>
        <PaymentDayChoice
          legend={t('subscription.day.legend')}
          hint={t('subscription.day.hint')}
          value={paymentDay}
          onChange={(day) => {
            setPaymentDay(day);
            change.forgive();
          }}
        />
        <div className={`muted small mt-3 ${screen.explained}`} role="status">
          {paymentDay > SHORTEST_MONTH && <p>{t('subscription.day.short', { day: paymentDay })}</p>}
          {!change.isSame && <p>{t('subscription.day.gap')}</p>}
          {!change.isSame && change.view.upcomingOrders.some((order) => order.movedFrom) && (
            <p>{t('subscription.change.movedNotice')}</p>
          )}
          <LostChoices before={change.view.upcomingOrders} preview={change.preview} />
        </div>
      </div>
      <div className={screen.beside}>
        <BeforeAfter before={change.view.upcomingOrders} preview={change.preview} />
      </div>
      <div>
        <ChangeNotices {...change} />
        <div className={`stack ${screen.actions}`}>
          <Button wide onClick={() => void change.confirm()} busy={change.busy} off={change.isSame}>
            {change.busy
              ? t('subscription.change.saving')
              : t('subscription.day.submit', { day: paymentDay })}
          </Button>
        </div>
      </div>
    </div>
  );
}
