'use client';

import { TextArea } from '@/components/forms/text-area';
import { TextInput } from '@/components/forms/text-input';
import { textFields } from '@/components/forms/text-fields';
import { Button } from '@/components/button';
import { SchemaForm } from '@/components/forms/schema-form';
import { RadioList } from '@/components/forms/radio-list';
import { useSchemaForm } from '@/components/forms/use-schema-form';
import { LeafList } from '@/components/leaf-list';
import { KeptNotice } from '@/components/session/kept-notice';
import { Baht, DayText } from '@/components/values';
import { HEAD_OFFICE } from '@/domain/tax-invoice';
import { useI18n, useLocale } from '@/locales/client';
import type { RouterOutputs } from '@/trpc/outputs';
import { trpc } from '@/trpc/react';

type Order = RouterOutputs['orders']['show']['order'];

const PREFIX = 'tax-invoice';
const KINDS = ['headOffice', 'branch', 'person'] as const;

type Values = { name: string; address: string; taxId: string; kind: (typeof KINDS)[number]; branch: string };

interface TaxInvoiceFormProps {
  order: Order;
  buyer: { name: string; address: string };
  onIssued: (order: Order) => void;
}

/** The form with the buyer of a tax invoice. */
export function TaxInvoiceForm({ order, buyer, onIssued }: TaxInvoiceFormProps) {
  const t = useI18n();
  const locale = useLocale();
  const form = useBuyerForm({ order, buyer, onIssued });
  const text = textFields(form);
  return (
    <SchemaForm
      form={form}
      lead={
        <>
          <p>
            {t('taxInvoice.order', {
              date: <DayText day={order.paymentDate} locale={locale} />,
              total: <Baht satang={order.total} locale={locale} />,
            })}
          </p>
          <KeptNotice shown={form.wasKept} />
        </>
      }
    >
      <TextInput autoComplete="organization" {...text('name')} />
      <TextArea
        {...text('address')}
        description={t('taxInvoice.addressHint')}
        rows={3}
        onChange={(event) => form.change({ address: event.currentTarget.value.replace(/\s*\n\s*/g, ' ') })}
      />
      <TextInput
        description={t('taxInvoice.taxIdHint')}
        inputMode="numeric"
        autoComplete="off"
        {...text('taxId')}
      />
      <RadioList
        name={`${PREFIX}-kind`}
        legend={t('taxInvoice.kind')}
        options={KINDS.map((value) => ({ value, label: t(`taxInvoice.kinds.${value}`) }))}
        value={form.values.kind}
        onChange={(kind) => form.change({ kind })}
      />
      {form.values.kind === 'branch' && (
        <TextInput
          description={t('taxInvoice.branchHint')}
          inputMode="numeric"
          autoComplete="off"
          {...text('branch')}
        />
      )}
      <Before number={order.receipt?.number ?? ''} />
      <Button type="submit" wide busy={form.busy}>
        {t(form.busy ? 'taxInvoice.sending' : 'taxInvoice.submit')}
      </Button>
    </SchemaForm>
  );
}

/** Lists the consequences of the request, which cannot be undone. */
function Before({ number }: { number: string }) {
  const t = useI18n();
  return (
    <section aria-labelledby={`${PREFIX}-before`}>
      <h2 id={`${PREFIX}-before`} className="h3">
        {t('taxInvoice.before')}
      </h2>
      <LeafList>
        <li>{t('taxInvoice.cancels', { number: <span className="number">{number}</span> })}</li>
        <li>{t('taxInvoice.fixed')}</li>
        <li>{t('taxInvoice.kept')}</li>
      </LeafList>
    </section>
  );
}

function useBuyerForm({ order: { orderId }, buyer, onIssued }: TaxInvoiceFormProps) {
  const t = useI18n();
  const initialValues: Values = { ...buyer, taxId: '', kind: 'headOffice', branch: '' };
  return useSchemaForm({
    prefix: PREFIX,
    initialValues,
    schema: async () => (await import('@/schemas/orders')).taxInvoiceInput,
    labels: {
      name: t('taxInvoice.name'),
      address: t('taxInvoice.address'),
      taxId: t('taxInvoice.taxId'),
      branch: t('taxInvoice.branch'),
    },
    toInput: ({ name, address, taxId, kind, branch }) => ({
      orderId,
      name,
      address,
      taxId,
      branch: { headOffice: HEAD_OFFICE, branch: branch, person: null }[kind],
    }),
    send: async (input) => {
      const { order } = await trpc.orders.requestTaxInvoice.mutate(input);
      onIssued(order);
    },
    keptAs: 'tax-invoice',
  });
}
