'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Button } from '@/components/button';
import { ErrorSummary } from '@/components/forms/error-summary';
import { textFields } from '@/components/forms/text-fields';
import { TextInput } from '@/components/forms/text-input';
import { useSchemaForm } from '@/components/forms/use-schema-form';
import { Notice } from '@/components/notice';
import { showToast } from '@/components/toasts';
import { useI18n, useLocale } from '@/locales/client';
import { bahtText } from '@/locales/format';
import { desk, type DeskOutputs } from '@/trpc/desk';
import classes from './desk.module.css';
import { PreviewLines } from './desk-dialog';
import { FormButtons } from './form-buttons';
import { useDeskCommand } from './use-desk-command';

type Taken = DeskOutputs['money']['takeRefund'];

interface PayRefundProps {
  refundId: string;
  /** As text. */
  amount: string;
  /** The actor that transfers it, with the member's name; null before. */
  takenBy: string | null;
  takerName: string | null;
}

/** Takes a refund, so that no other member transfers it, then shows where it goes and takes the bank's reference. */
export function PayRefund({ refundId, amount, takenBy, takerName }: PayRefundProps) {
  const t = useI18n();
  const { act, busy, problem } = useDeskCommand();
  const [taken, setTaken] = useState<Taken | null>(null);
  const take = (from?: string) =>
    void act(async () => setTaken(await desk.money.takeRefund.mutate({ refundId, from })), null);
  if (taken) return <Transfer refundId={refundId} taken={taken} onEnd={() => setTaken(null)} />;
  return (
    <div className="stack">
      {problem && <Notice tone="bad" urgent title={problem.message} />}
      <div className="actions">
        <Button look="secondary" busy={busy} onClick={() => take()}>
          {t('deskToday.payRefund.open', { amount })}
        </Button>
        {problem && takenBy !== null && (
          <Button look="secondary" busy={busy} onClick={() => take(takenBy)}>
            {t('deskToday.payRefund.takeOver', { name: takerName ?? takenBy })}
          </Button>
        )}
      </div>
    </div>
  );
}

function Transfer({ refundId, taken, onEnd }: { refundId: string; taken: Taken; onEnd: () => void }) {
  const t = useI18n();
  const locale = useLocale();
  const router = useRouter();
  const { payTo } = taken;
  const amount = bahtText(taken.amount, locale);
  const form = useSchemaForm({
    prefix: refundId,
    initialValues: { reference: '' },
    schema: async () => (await import('@/schemas/desk')).confirmRefundInput,
    labels: { reference: t('deskToday.payRefund.reference') },
    toInput: (values) => ({ ...values, refundId }),
    send: async (input) => {
      await desk.money.confirmRefund.mutate(input);
      showToast({ message: t('deskToday.refundConfirmed'), tone: 'good' });
      onEnd();
      router.refresh();
    },
  });
  return (
    <div role="group" aria-label={t('deskToday.payRefund.open', { amount })} className={classes.question}>
      <form method="post" noValidate className="stack-4" onSubmit={(event) => void form.submit(event)}>
        {payTo ? (
          <PreviewLines
            lines={[
              [t('deskToday.payRefund.bank'), t(`banks.${payTo.bank}`)],
              [t('deskToday.payRefund.number'), payTo.accountNumber],
              [t('deskToday.payRefund.name'), payTo.name],
              [t('deskToday.payRefund.amount'), amount],
            ]}
          />
        ) : (
          <p>{t('deskToday.payRefund.none')}</p>
        )}
        <p>{t('deskToday.confirmRefundText', { amount })}</p>
        <ErrorSummary form={form} />
        <TextInput
          description={t('deskToday.payRefund.referenceHint')}
          autoComplete="off"
          {...textFields(form)('reference')}
        />
        <FormButtons submit={t('deskToday.confirmRefund')} busy={form.busy} onKeep={onEnd} />
      </form>
    </div>
  );
}
