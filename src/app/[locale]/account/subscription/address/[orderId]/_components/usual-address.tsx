'use client';

import { Button } from '@/components/button';
import { useCommand } from '@/components/forms/use-command';
import form from '@/components/forms/form.module.css';
import { Notice } from '@/components/notice';
import { useDone } from '@/components/use-done';
import { useFocusOnMount } from '@/components/use-focus';
import { DayText } from '@/components/values';
import { useI18n, useLocale } from '@/locales/client';
import { trpc } from '@/trpc/react';
import { isView, shownTotal, type View } from '../../../../_components/subscription-view';
import { BeforeAfter } from '../../../_components/before-after';
import screen from '../../../_components/screen.module.css';
import type { UpcomingOrder } from '../../../_components/use-change';
import { useTotals } from './use-totals';

interface UsualAddressProps {
  order: UpcomingOrder;
  view: View;
  /** The address of the account, as text. */
  address: string | null;
  isLocked: boolean;
  onStale: (present: View) => void;
  onClose: () => void;
}

/** Sends the order to the address of the account again, after the totals were shown. */
export function UsualAddress({ order, view, address, isLocked, onStale, onClose }: UsualAddressProps) {
  const t = useI18n();
  const locale = useLocale();
  const done = useDone('/account');
  const { run, busy, problem } = useCommand();
  const question = useFocusOnMount<HTMLDivElement>();
  const input = { orderId: order.orderId, version: view.subscription.version };
  const preview = useTotals(isLocked ? null : input, true, () =>
    trpc.orders.useUsualAddress.mutate({ ...input, preview: true }),
  );
  const confirm = () =>
    run(
      async () => {
        const expectedTotal = preview.isLoading ? undefined : shownTotal(preview.orders, order.orderId);
        await trpc.orders.useUsualAddress.mutate({ ...input, expectedTotal });
        done(t('subscription.address.removed'));
        return 'leaving';
      },
      {
        explain: (refusal) => {
          if (refusal.code === 'TOTAL_CHANGED') preview.retry();
          if (refusal.code !== 'STALE') return undefined;
          if (isView(refusal.data)) onStale(refusal.data);
          return { code: refusal.code, message: t('details.address.stale') };
        },
      },
    );
  return (
    <div className={screen.columns}>
      <div ref={question} tabIndex={-1} className={`stack-5 mt-5 ${form.form}`}>
        <div>
          <p>
            {t('subscription.address.order', { date: <DayText day={order.paymentDate} locale={locale} /> })}
          </p>
          <p className={`muted small ${screen.muted}`}>
            {t('subscription.address.usual', { address: address ?? '' })}
          </p>
        </div>
      </div>
      <div className={screen.beside}>
        {isLocked ? (
          <Notice tone="info">{t('subscription.address.feeFixed')}</Notice>
        ) : (
          <BeforeAfter before={view.upcomingOrders} preview={preview} />
        )}
      </div>
      <div className={`stack ${screen.actions}`}>
        {problem && (
          <Notice tone="bad" urgent title={t('subscription.change.problemTitle')}>
            {problem.message}
          </Notice>
        )}
        <Button wide busy={busy} onClick={() => void confirm()}>
          {t(busy ? 'subscription.change.saving' : 'subscription.address.remove')}
        </Button>
        <Button look="secondary" wide onClick={onClose}>
          {t('subscription.address.keep')}
        </Button>
      </div>
    </div>
  );
}
