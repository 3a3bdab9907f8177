'use client';

import { TextInput } from '@/components/forms/text-input';
import { useState } from 'react';
import { Button } from '@/components/button';
import { SchemaForm } from '@/components/forms/schema-form';
import { textFields } from '@/components/forms/text-fields';
import { useSchemaForm } from '@/components/forms/use-schema-form';
import { useI18n } from '@/locales/client';
import { desk } from '@/trpc/desk';
import classes from '../../_components/desk.module.css';
import { FormButtons } from '../../_components/form-buttons';
import { useDeskCommand } from '../../_components/use-desk-command';
import { undoParcel } from './undo-parcel';

interface NumberFormProps {
  orderId: string;
  /** Whether fulfilment has the parcel: a second one would leave. */
  isHeld: boolean;
  /** Whether the parcel was sent, and its number is corrected. */
  isSent: boolean;
}

/** Marks a parcel as sent by hand, or corrects the number of one that was sent. */
export function NumberForm({ orderId, isHeld, isSent }: NumberFormProps) {
  const t = useI18n();
  const { sayDone } = useDeskCommand();
  const [isOpen, setOpen] = useState(false);
  const [cancelledThere, setCancelledThere] = useState(false);
  const prefix = `number-${orderId}`;
  const act = t(isSent ? 'deskParcels.correct' : 'deskParcels.shipped');
  const form = useSchemaForm({
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
  if (!isOpen)
    return (
      <Button look="secondary" onClick={() => setOpen(true)}>
        {act}
      </Button>
    );
  const text = textFields(form, prefix);
  return (
    <SchemaForm
      form={form}
      prefix={prefix}
      dense
      className={classes.form}
      lead={<p>{t(isSent ? 'deskParcels.correctText' : 'deskParcels.shippedText')}</p>}
    >
      <TextInput
        label={t('deskParcels.courier')}
        description={t('deskParcels.courierHint')}
        autoComplete="off"
        {...text('courier')}
      />
      <TextInput label={t('deskParcels.tracking')} autoComplete="off" {...text('trackingNumber')} />
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
