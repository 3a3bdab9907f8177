'use client';

import { TextInput } from '@/components/forms/text-input';
import { textFields } from '@/components/forms/text-fields';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { Day } from '@/domain/day';
import { satangOf } from '@/domain/money';
import { Button } from '@/components/button';
import { SchemaForm } from '@/components/forms/schema-form';
import { useSchemaForm } from '@/components/forms/use-schema-form';
import { Notice } from '@/components/notice';
import { useI18n, useLocale } from '@/locales/client';
import { bahtText } from '@/locales/format';
import { desk } from '@/trpc/desk';
import classes from '../../_components/desk.module.css';

const BOOKED = ['matched', 'duplicate', 'late'];

/** Records a transfer that the staff saw on the bank account. @param today the present day in Bangkok */
export function TransferForm({ today }: { today: Day }) {
  const t = useI18n();
  const locale = useLocale();
  const router = useRouter();
  const [said, setSaid] = useState<{ tone: 'good' | 'waiting'; text: string } | null>(null);
  const initialValues = { target: '', amount: '', paidOn: today as string };
  const form = useSchemaForm({
    prefix: 'transfer',
    initialValues,
    schema: async () => (await import('@/schemas/desk')).bookTransferInput,
    labels: {
      target: t('deskToday.bookTarget'),
      amount: t('deskMoney.amount'),
      paidOn: t('deskMoney.paidOn'),
    },
    toInput: ({ target, amount, paidOn }) => ({
      target,
      paidOn,
      amount: amount === '' ? undefined : (satangOf(amount) ?? NaN),
    }),
    send: async (input) => {
      setSaid(null);
      const { status, expected } = await desk.money.bookTransfer.mutate(input);
      const text = t(`deskToday.bookState.${status}`, { amount: bahtText(expected ?? 0, locale) });
      const isBooked = BOOKED.includes(status);
      setSaid({ tone: isBooked ? 'good' : 'waiting', text });
      if (isBooked) form.setValues(initialValues);
      router.refresh();
    },
    keptAs: 'desk-transfer',
  });
  const text = textFields(form);
  return (
    <section className="card mt-5">
      <h2>{t('deskMoney.byHand')}</h2>
      <p className="lead">
        {t('deskMoney.byHandText')} {t('deskToday.bookText')}
      </p>
      <SchemaForm
        form={form}
        dense
        className={classes.form}
        lead={said && <Notice tone={said.tone} urgent title={said.text} />}
      >
        <TextInput description={t('deskToday.bookTargetHint')} autoComplete="off" {...text('target')} />
        <TextInput inputMode="decimal" autoComplete="off" {...text('amount')} />
        <TextInput type="date" max={today} {...text('paidOn')} />
        <Button type="submit" busy={form.busy}>
          {t('deskMoney.book')}
        </Button>
      </SchemaForm>
    </section>
  );
}
