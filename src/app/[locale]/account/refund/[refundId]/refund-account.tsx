'use client';

import { useState } from 'react';
import { Button } from '@/components/button';
import { SchemaForm } from '@/components/forms/schema-form';
import { textFields } from '@/components/forms/text-fields';
import { NativeSelect } from '@/components/forms/native-select';
import { TextInput } from '@/components/forms/text-input';
import { useSchemaForm } from '@/components/forms/use-schema-form';
import { Notice } from '@/components/notice';
import { BANK_CODES } from '@/domain/bank';
import { useI18n, useLocale } from '@/locales/client';
import { bahtText } from '@/locales/format';
import type { RouterOutputs } from '@/trpc/outputs';
import { trpc } from '@/trpc/react';

type Refund = RouterOutputs['payments']['refund'];

/** Takes the account of a refund, or shows what became of the refund. */
export function RefundAccount({ refundId, initial }: { refundId: string; initial: Refund }) {
  const t = useI18n();
  const locale = useLocale();
  const [refund, setRefund] = useState(initial);
  const [isChanging, setChanging] = useState(initial.payTo === null);
  const { state, payTo } = refund;
  const amount = bahtText(refund.amount, locale);
  const isNew = refund !== initial;
  if (state !== 'open')
    return (
      <Notice
        tone={state === 'ended' ? 'waiting' : 'good'}
        title={t(`refundAccount.${state}`)}
        urgent={isNew}
      >
        {t(`refundAccount.${state}Text`, { amount })}
      </Notice>
    );
  if (!isChanging && payTo)
    return (
      <div className="stack-5 mt-5">
        <Notice tone="good" title={t('refundAccount.given')} urgent={isNew}>
          {t('refundAccount.givenText', {
            amount,
            bank: t(`banks.${payTo.bank}`),
            digits: payTo.lastDigits,
          })}
        </Notice>
        <Button look="secondary" onClick={() => setChanging(true)}>
          {t('refundAccount.change')}
        </Button>
      </div>
    );
  const show = (given: Refund) => {
    setRefund(given);
    setChanging(false);
  };
  return <AccountForm refundId={refundId} onGiven={show} />;
}

function AccountForm({ refundId, onGiven }: { refundId: string; onGiven: (refund: Refund) => void }) {
  const t = useI18n();
  const form = useSchemaForm({
    prefix: 'refund',
    initialValues: { bank: '', accountNumber: '', name: '' },
    schema: async () => (await import('@/schemas/payments')).payToInput,
    labels: {
      bank: t('refundAccount.bank'),
      accountNumber: t('refundAccount.number'),
      name: t('refundAccount.name'),
    },
    toInput: (values) => ({ ...values, refundId }),
    send: async (input) => onGiven(await trpc.payments.namePayTo.mutate(input)),
  });
  const text = textFields(form);
  return (
    <SchemaForm form={form}>
      <NativeSelect
        data={[
          { value: '', label: t('refundAccount.choose') },
          ...BANK_CODES.map((value) => ({ value, label: t(`banks.${value}`) })),
        ]}
        {...text('bank')}
      />
      <TextInput inputMode="numeric" autoComplete="off" {...text('accountNumber')} />
      <TextInput autoComplete="name" {...text('name')} />
      <p className="muted small">{t('refundAccount.safe')}</p>
      <Button type="submit" wide busy={form.busy}>
        {t(form.busy ? 'refundAccount.sending' : 'refundAccount.submit')}
      </Button>
    </SchemaForm>
  );
}
