'use client';

import { NativeSelect } from '@/components/forms/native-select';
import { useState } from 'react';
import { isReturned, PARCEL_LOSSES, type ParcelLoss } from '@/domain/parcel';
import { useI18n, useLocale } from '@/locales/client';
import { bahtText } from '@/locales/format';
import { desk } from '@/trpc/desk';
import { Act } from '../../_components/act';
import type { Parcel } from './parcel';
import { undoParcel } from './undo-parcel';

interface LossFormProps {
  parcel: Parcel;
  mayRefund: boolean;
}

/** Sends a lost, damaged or returned parcel again, or refunds its order. */
export function LossForm({ parcel, mayRefund }: LossFormProps) {
  const { orderId, number, refunded } = parcel;
  const t = useI18n();
  const locale = useLocale();
  const [loss, setLoss] = useState<ParcelLoss>(isReturned(parcel.problem) ? 'returned' : 'lost');
  const [toAccountAddress, setToAccount] = useState(false);
  const reported = { orderId, parcel: number, loss };
  return (
    <>
      <NativeSelect
        label={t('deskParcels.reason')}
        value={loss}
        onChange={(event) => setLoss(event.currentTarget.value as ParcelLoss)}
        data={PARCEL_LOSSES.map((one) => ({ value: one, label: t(`deskParcels.${one}`) }))}
      />
      <label className="tick">
        <input
          type="checkbox"
          checked={toAccountAddress}
          onChange={(event) => setToAccount(event.currentTarget.checked)}
        />
        {t('deskParcels.toAccount')}
      </label>
      <Act
        act={t('deskParcels.resend')}
        text={t('deskParcels.resendText')}
        run={() => desk.parcels.resend.mutate({ ...reported, toAccountAddress })}
        done={t('deskParcels.resent', { number: number + 1 })}
        undo={undoParcel}
      />
      {mayRefund && (
        <Act
          act={t('deskParcels.refund')}
          text={
            refunded > 0
              ? t('deskParcels.refundRestText', { refunded: bahtText(refunded, locale) })
              : t('deskParcels.refundText')
          }
          run={async () => {
            const { status } = await desk.parcels.refund.mutate({ ...reported, refunded });
            return t(`deskToday.refundState.${status}`);
          }}
        />
      )}
    </>
  );
}
