'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { ButtonAnchor } from '@/components/button-anchor';
import { Notice } from '@/components/notice';
import { TaskPage } from '@/components/shell/task-page';
import { useFocusOnMount } from '@/components/use-focus';
import { useI18n, useLocale } from '@/locales/client';
import { localePath } from '@/locales/paths';
import type { RouterOutputs } from '@/trpc/outputs';
import classes from './tax-invoice.module.css';
import { TaxInvoiceForm } from './tax-invoice-form';

type Order = RouterOutputs['orders']['show']['order'];

interface TaxInvoiceProps {
  order: Order;
  /** Name and address of the account. */
  buyer: { name: string; address: string };
}

/** Requests the tax invoice of an order. Shows the tax invoice once it is issued. */
export function TaxInvoice({ order, buyer }: TaxInvoiceProps) {
  const t = useI18n();
  const locale = useLocale();
  const router = useRouter();
  const [issued, setIssued] = useState<Order | null>(null);
  const back = { href: localePath(locale, `/account/orders/${order.orderId}`), text: t('taxInvoice.back') };
  const shown = issued ?? order;
  if (shown.taxInvoice)
    return (
      <TaskPage back={back} heading={t('taxInvoice.issued')}>
        <Issued order={shown} isNew={issued !== null} />
      </TaskPage>
    );
  const showIssued = (changed: Order) => {
    setIssued(changed);
    // Cached pages still have the link to this page.
    router.refresh();
  };
  return (
    <TaskPage back={back} heading={t('taxInvoice.title')} lead={t('taxInvoice.lead')}>
      <div className={classes.form}>
        <TaxInvoiceForm order={order} buyer={buyer} onIssued={showIssued} />
      </div>
    </TaskPage>
  );
}

function Issued({ order: { taxInvoice, receipt }, isNew }: { order: Order; isNew: boolean }) {
  const t = useI18n();
  const news = useFocusOnMount<HTMLDivElement>();
  if (!taxInvoice) return null;
  return (
    <div ref={isNew ? news : undefined} tabIndex={-1} className={`stack-5 mt-5 ${classes.issued}`}>
      <Notice tone="good" title={t('taxInvoice.doneTitle')} urgent={isNew}>
        {t('taxInvoice.doneText', { number: receipt?.number ?? '' })}
      </Notice>
      <ButtonAnchor href={taxInvoice.url} wide>
        {t('documents.openTaxInvoice', { number: taxInvoice.number })}
      </ButtonAnchor>
    </div>
  );
}
