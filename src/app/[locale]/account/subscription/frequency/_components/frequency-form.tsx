'use client';

import { useState } from 'react';
import { Button } from '@/components/button';
import { RadioList } from '@/components/forms/radio-list';
import { FrequencyChoice } from '@/components/rhythm/frequency-choice';
import type { ReasonGroup } from '@/domain/cancel-offer';
import type { Day } from '@/domain/day';
import type { Frequency } from '@/domain/subscription';
import { useI18n, useLocale } from '@/locales/client';
import { dayText } from '@/locales/format';
import { trpc } from '@/trpc/react';
import type { View } from '../../../_components/subscription-view';
import { BeforeAfter } from '../../_components/before-after';
import { LostChoices } from '../../_components/lost-choices';
import { ChangeNotices } from '../../_components/change-notices';
import screen from '../../_components/screen.module.css';
import { useChange } from '../../_components/use-change';

/** Changes the frequency. Lets the subscriber choose the order after which the new frequency starts. */
export function FrequencyForm({
  initial,
  requestedFrequency,
  offeredFor,
}: {
  initial: View;
  requestedFrequency: Frequency | undefined;
  /** The reason group of the offer that led here. */
  offeredFor: ReasonGroup | undefined;
}) {
  const t = useI18n();
  const locale = useLocale();
  const [frequency, setFrequency] = useState(
    requestedFrequency ?? (initial.subscription.frequency as Frequency),
  );
  const [chosen, setChosen] = useState<Day | null>(null);
  const afterOf = ({ upcomingOrders }: View) =>
    upcomingOrders.find((order) => order.paymentDate === chosen) ?? upcomingOrders[0];
  const change = useChange({
    kind: 'frequency',
    initial,
    input: (view) => {
      const after = afterOf(view)?.paymentDate;
      return after === undefined || frequency === view.subscription.frequency ? null : { frequency, after };
    },
    send: (input) => trpc.subscription.changeFrequency.mutate({ ...input, offeredFor }),
    done: () => t('subscription.frequency.done'),
    choose: (kept) => {
      if (kept.frequency !== undefined) setFrequency(kept.frequency);
      if (kept.after !== undefined) setChosen(kept.after);
    },
  });
  const { view } = change;

  return (
    <div className={screen.columns}>
      <div>
        <FrequencyChoice
          legend={t('subscription.frequency.legend')}
          value={frequency}
          onChange={(value) => {
            setFrequency(value);
            change.forgive();
          }}
        />
        <RadioList
          name="after"
          legend={t('subscription.frequency.after')}
          hint={t('subscription.frequency.afterHint')}
          value={afterOf(view)?.paymentDate ?? null}
          onChange={(value) => {
            setChosen(value);
            change.forgive();
          }}
          options={view.upcomingOrders.map((order) => ({
            value: order.paymentDate,
            label: dayText(order.paymentDate, locale),
            note: order.skipped ? t('subscription.change.skipped') : undefined,
          }))}
        />
        <div className={`muted small mt-3 ${screen.explained}`} role="status">
          {!change.isSame && view.upcomingOrders.some((order) => order.movedFrom) && (
            <p>{t('subscription.change.movedNotice')}</p>
          )}
          <LostChoices before={view.upcomingOrders} preview={change.preview} />
        </div>
      </div>
      <div className={screen.beside}>
        <BeforeAfter before={view.upcomingOrders} preview={change.preview} />
      </div>
      <div>
        <ChangeNotices {...change} />
        <div className={`stack ${screen.actions}`}>
          <Button wide onClick={() => void change.confirm()} busy={change.busy} off={change.isSame}>
            {t(change.busy ? 'subscription.change.saving' : `subscription.frequency.submit${frequency}`)}
          </Button>
        </div>
      </div>
    </div>
  );
}
