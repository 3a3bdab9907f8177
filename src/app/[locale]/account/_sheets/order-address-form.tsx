'use client';

import { useState } from 'react';
import { Button } from '@/components/button';
import { AddressFields } from '@/components/delivery/address-fields';
import { RecipientFields } from './recipient-fields';
import { ErrorSummary } from '@/components/forms/error-summary';
import form from '@/components/forms/form.module.css';
import { KeptNotice } from '@/components/session/kept-notice';
import { useI18n } from '@/locales/client';
import { addressText, destinationText } from '@/locales/format';
import type { RouterOutputs } from '@/trpc/outputs';
import { type View, isView, shownTotal } from '../_components/subscription-view';
import { ChangeStrip } from './change-strip';
import { SheetFoot } from './sheet';
import type { UpcomingOrder } from './use-change';
import { useOrderAddress } from './use-order-address';
import { useCommand } from '@/components/forms/use-command';
import { Notice } from '@/components/notice';
import { useDone } from '@/components/use-done';
import { useFocusOnMount } from '@/components/use-focus';
import { trpc } from '@/trpc/react';
import { useTotals } from './use-totals';

interface OrderAddressFormProps {
  order: UpcomingOrder;
  view: View;
  /** The address of the account. */
  delivery: RouterOutputs['account']['profile']['delivery'];
  /** Whether the payment date has begun, so that the total stays as it is. */
  isLocked: boolean;
}

/** Sends one order to another address, or to the address of the account again. */
export function OrderAddressForm({ order, view: initial, delivery, isLocked }: OrderAddressFormProps) {
  const t = useI18n();
  const { form: fields, view, setView, preview } = useOrderAddress(order, initial);
  const [isReturning, setReturning] = useState(false);
  if (isReturning)
    return (
      <UsualAddress
        order={order}
        view={view}
        address={delivery && addressText(delivery)}
        isLocked={isLocked}
        onStale={setView}
        onClose={() => setReturning(false)}
      />
    );
  return (
    <form method="post" noValidate onSubmit={(event) => void fields.submit(event)}>
      <div className={`stack-5 ${form.form}`}>
        <div className="muted small">
          {delivery && <p>{t('subscription.address.usual', { address: addressText(delivery) })}</p>}
          {order.ownAddress && (
            <p>
              {t('subscription.address.own', { address: destinationText({ ...order, ...order.ownAddress }) })}
            </p>
          )}
        </div>
        <KeptNotice shown={fields.wasKept} />
        <ErrorSummary form={fields} />
        <AddressFields form={fields} />
        <RecipientFields form={fields} />
      </div>
      <SheetFoot>
        {isLocked ? (
          <p className="muted small">{t('subscription.address.feeFixed')}</p>
        ) : (
          <ChangeStrip preview={preview} />
        )}
        <Button type="submit" wide busy={fields.busy} off={!fields.isChanged}>
          {t(fields.busy ? 'subscription.change.saving' : 'subscription.address.submit')}
        </Button>
        {order.ownAddress && (
          <Button look="secondary" wide onClick={() => setReturning(true)}>
            {t('subscription.address.remove')}
          </Button>
        )}
      </SheetFoot>
    </form>
  );
}

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
function UsualAddress({ order, view, address, isLocked, onStale, onClose }: UsualAddressProps) {
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
