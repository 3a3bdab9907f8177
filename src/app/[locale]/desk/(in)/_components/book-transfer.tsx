'use client';

import { TextInput } from '@/components/forms/text-input';
import { textFields } from '@/components/forms/text-fields';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Button } from '@/components/button';
import { SchemaForm } from '@/components/forms/schema-form';
import { useSchemaForm } from '@/components/forms/use-schema-form';
import { Notice } from '@/components/notice';
import { showToast } from '@/components/toasts';
import { useI18n, useLocale } from '@/locales/client';
import { bahtText } from '@/locales/format';
import { desk } from '@/trpc/desk';
import classes from './desk.module.css';
import { FormButtons } from './form-buttons';

interface BookTransferProps {
  /** A listed transfer. */
  transferId: string;
  /** Its amount in satang. */
  amount: number;
}

/** Records a listed transfer for the order that the staff names. */
export function BookTransfer({ transferId, amount }: BookTransferProps) {
  const t = useI18n();
  const locale = useLocale();
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const prefix = `book-${transferId}`;
  const form = useSchemaForm({
    prefix,
    initialValues: { target: '' },
    schema: async () => (await import('@/schemas/desk')).bookTransferInput,
    labels: { target: t('deskToday.bookTarget') },
    toInput: ({ target }) => ({ target, amount, transferId }),
    send: async (input) => {
      setRefusal(null);
      const { status, expected } = await desk.money.bookTransfer.mutate(input);
      const said = t(`deskToday.bookState.${status}`, { amount: bahtText(expected ?? 0, locale) });
      if (!['matched', 'duplicate', 'late'].includes(status)) return setRefusal(said);
      showToast({ message: said, tone: 'good' });
      setOpen(false);
      router.refresh();
    },
  });
  if (!isOpen)
    return (
      <Button look="secondary" onClick={() => setOpen(true)}>
        {t('deskTransfers.another')}
      </Button>
    );
  return (
    <SchemaForm
      form={form}
      dense
      className={classes.form}
      lead={
        <>
          <p>{t('deskToday.bookText')}</p>
          {refusal !== null && <Notice tone="waiting" urgent title={refusal} />}
        </>
      }
    >
      <TextInput
        description={t('deskToday.bookTargetHint')}
        autoComplete="off"
        {...textFields(form)('target')}
      />
      <FormButtons submit={t('deskToday.book')} busy={form.busy} onKeep={() => setOpen(false)} />
    </SchemaForm>
  );
}
