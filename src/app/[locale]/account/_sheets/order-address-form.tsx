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
import type { View } from '../_components/subscription-view';
import { ChangeStrip } from './change-strip';
import { SheetFoot } from './sheet';
import type { UpcomingOrder } from './use-change';
import { useOrderAddress } from './use-order-address';
import { UsualAddress } from './usual-address';

const PREFIX = 'order-address';

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
        <ErrorSummary form={fields} prefix={PREFIX} />
        <AddressFields form={fields} prefix={PREFIX} />
        <RecipientFields form={fields} prefix={PREFIX} />
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
