'use client';

import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { PARCEL_LOSSES, type ParcelLoss } from '@/domain/parcel';
import { useI18n } from '@/locales/client';
import { desk } from '@/trpc/desk';
import { Act } from '../../_components/act';
import classes from '../../_components/desk.module.css';

interface LossFormProps {
  orderId: string;
  /** The number of the parcel within the order. */
  number: number;
  mayRefund: boolean;
}

/** Sends a lost or damaged parcel again, or refunds its order. */
export function LossForm({ orderId, number, mayRefund }: LossFormProps) {
  const t = useI18n();
  const [loss, setLoss] = useState<ParcelLoss>('lost');
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
      <label className={classes.check}>
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
        run={async () => {
          const sent = await desk.parcels.resend.mutate({ ...reported, toAccountAddress });
          return t('deskParcels.resent', { number: sent.number });
        }}
      />
      {mayRefund && (
        <Act
          act={t('deskParcels.refund')}
          text={t('deskParcels.refundText')}
          run={async () => {
            const { status } = await desk.parcels.refund.mutate(reported);
            return t(`deskToday.refundState.${status}`);
          }}
        />
      )}
    </>
  );
}
