'use client';

import {
  REPORTED_PROBLEMS,
  isReportedProblem,
  isReturned,
  PARCEL_LOSSES,
  type ParcelLoss,
} from '@/domain/parcel';
import { useI18n, useLocale } from '@/locales/client';
import { desk } from '@/trpc/desk';
import { Act } from '../../_components/act';
import { NativeSelect } from '@/components/forms/native-select';
import { useState } from 'react';
import { bahtText } from '@/locales/format';
import { TextInput } from '@/components/forms/text-input';
import { textFields } from '@/components/forms/text-fields';
import { Button } from '@/components/button';
import { SchemaForm } from '@/components/forms/schema-form';
import { useSchemaForm } from '@/components/forms/use-schema-form';
import classes from '../../_components/desk.module.css';
import { FormButtons } from '../../_components/form-buttons';
import { useDeskCommand } from '../../_components/use-desk-command';
import type { Parcel } from './parcel';
import { undoParcel } from './undo-parcel';

interface ParcelActsProps {
  parcel: Parcel;
  mayRefund: boolean;
}

/** What can be done about one parcel: before it has left, on its way, and when something went wrong. */
export function ParcelActs({ parcel, mayRefund }: ParcelActsProps) {
  const t = useI18n();
  const { orderId, status, problem } = parcel;
  const isOnWay = status === 'shipped' || status === 'delivered';
  return (
    <div className="stack">
      {!isOnWay && problem !== 'by_hand' && (
        <Act
          act={t('deskParcels.retry')}
          text={t('deskParcels.retryText')}
          run={() => desk.parcels.retry.mutate({ orderId })}
          done={t('deskParcels.retried')}
        />
      )}
      {!isOnWay && <NumberForm orderId={orderId} isHeld={parcel.isHeld} isSent={false} />}
      {status === 'shipped' && <NumberForm orderId={orderId} isHeld={false} isSent />}
      {status !== 'delivered' && (
        <Act
          act={t('deskParcels.delivered')}
          text={t('deskParcels.deliveredText')}
          run={() => desk.parcels.markDelivered.mutate({ orderId })}
          done={t('deskParcels.deliveredDone')}
          undo={undoParcel}
        />
      )}
      {isOnWay &&
        REPORTED_PROBLEMS.filter((one) => one !== problem).map((one) => (
          <Act
            key={one}
            act={t(`deskParcels.report.${one}`)}
            text={t('deskParcels.reportText')}
            run={() => desk.parcels.report.mutate({ orderId, problem: one })}
            done={t('deskParcels.reported')}
            undo={undoParcel}
          />
        ))}
      {isOnWay && <LossForm parcel={parcel} mayRefund={mayRefund} />}
      {isReportedProblem(problem) && (
        <Act
          reason="required"
          hint={t('deskToday.whyHint')}
          act={t('deskParcels.settled')}
          text={t('deskToday.dismissText')}
          run={(why) => desk.today.dismissParcel.mutate({ group: 'parcels', id: orderId, why })}
          done={t('deskToday.dismissed')}
        />
      )}
    </div>
  );
}

interface LossFormProps {
  parcel: Parcel;
  mayRefund: boolean;
}

/** Sends a lost, damaged or returned parcel again, or refunds its order. */
function LossForm({ parcel, mayRefund }: LossFormProps) {
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

interface NumberFormProps {
  orderId: string;
  /** Whether fulfilment has the parcel: a second one would leave. */
  isHeld: boolean;
  /** Whether the parcel was sent, and its number is corrected. */
  isSent: boolean;
}

/** Marks a parcel as sent by hand, or corrects the number of one that was sent. */
function NumberForm({ orderId, isHeld, isSent }: NumberFormProps) {
  const t = useI18n();
  const { sayDone } = useDeskCommand();
  const [isOpen, setOpen] = useState(false);
  const [cancelledThere, setCancelledThere] = useState(false);
  const prefix = `number-${orderId}`;
  const act = t(isSent ? 'deskParcels.correct' : 'deskParcels.shipped');
  const form = useSchemaForm({
    prefix,
    initialValues: { courier: '', trackingNumber: '' },
    schema: async () => (await import('@/schemas/desk'))[isSent ? 'correctNumberInput' : 'markShippedInput'],
    labels: { courier: t('deskParcels.courier'), trackingNumber: t('deskParcels.tracking') },
    toInput: (values) => ({ ...values, orderId }),
    send: async (input) => {
      const answer = await (isSent
        ? desk.parcels.correctNumber.mutate(input)
        : desk.parcels.markShipped.mutate({ ...input, cancelledThere }));
      sayDone(t(isSent ? 'deskParcels.corrected' : 'deskParcels.shippedDone'), undoParcel(answer));
    },
  });
  const text = textFields(form);
  if (!isOpen)
    return (
      <Button look="secondary" onClick={() => setOpen(true)}>
        {act}
      </Button>
    );
  return (
    <SchemaForm
      form={form}
      dense
      className={classes.form}
      lead={<p>{t(isSent ? 'deskParcels.correctText' : 'deskParcels.shippedText')}</p>}
    >
      <TextInput description={t('deskParcels.courierHint')} autoComplete="off" {...text('courier')} />
      <TextInput autoComplete="off" {...text('trackingNumber')} />
      {(isHeld || form.failures > 0) && !isSent && (
        <label className="tick">
          <input
            type="checkbox"
            checked={cancelledThere}
            onChange={(event) => setCancelledThere(event.currentTarget.checked)}
          />
          {t('deskParcels.cancelledThere')}
        </label>
      )}
      <FormButtons submit={act} busy={form.busy} onKeep={() => setOpen(false)} />
    </SchemaForm>
  );
}
