'use client';

import { Button } from '@/components/button';
import { useCommand } from '@/components/forms/use-command';
import { Notice } from '@/components/notice';
import { useDone } from '@/components/use-done';
import { useFocusOnMount } from '@/components/use-focus';
import { useI18n } from '@/locales/client';
import { trpc } from '@/trpc/react';
import { isView, shownTotal, type View } from '../_components/subscription-view';
import { ChangeStrip } from './change-strip';
import { SheetFoot } from './sheet';
import type { UpcomingOrder } from './use-change';
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
  const done = useDone('/account');
  const { run, busy, problem } = useCommand();
  const question = useFocusOnMount<HTMLParagraphElement>();
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
    <>
      <p ref={question} tabIndex={-1} className="muted small">
        {t('subscription.address.usual', { address: address ?? '' })}
      </p>
      <SheetFoot>
        {isLocked ? (
          <p className="muted small">{t('subscription.address.feeFixed')}</p>
        ) : (
          <ChangeStrip preview={preview} />
        )}
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
      </SheetFoot>
    </>
  );
}
