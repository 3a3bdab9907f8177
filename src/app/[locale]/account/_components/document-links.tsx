import Link from 'next/link';
import type { Locale } from '@/domain/locale';
import { bahtText } from '@/locales/format';
import { localePath } from '@/locales/paths';
import { getI18n } from '@/locales/server';
import type { RouterOutputs } from '@/trpc/outputs';

type Order = RouterOutputs['orders']['previous']['orders'][number];

/**
 * Links to the receipt, the tax invoice, the credit and debit notes of an order as PDF files, and to the request of a tax
 * invoice while it is possible. Renders nothing if there are none.
 */
export async function DocumentLinks({
  order: { orderId, receipt, taxInvoice, canRequestTaxInvoice, creditNotes, debitNotes },
  locale,
}: {
  order: Pick<
    Order,
    'orderId' | 'receipt' | 'taxInvoice' | 'canRequestTaxInvoice' | 'creditNotes' | 'debitNotes'
  >;
  locale: Locale;
}) {
  const t = await getI18n();
  if (!receipt && creditNotes.length === 0) return null;
  return (
    <ul className="mt-1">
      {receipt && (
        <li>
          <a className="tap" href={receipt.url}>
            {t(taxInvoice ? 'documents.openCancelled' : 'documents.openReceipt', { number: receipt.number })}
          </a>
        </li>
      )}
      {taxInvoice && (
        <li>
          <a className="tap" href={taxInvoice.url}>
            {t('documents.openTaxInvoice', { number: taxInvoice.number })}
          </a>
        </li>
      )}
      {canRequestTaxInvoice && (
        <li>
          <Link className="tap" href={localePath(locale, `/account/orders/${orderId}/tax-invoice`)}>
            {t('documents.request')}
          </Link>
        </li>
      )}
      {creditNotes.map(({ number, url, amount }) => (
        <li key={number}>
          <a className="tap" href={url}>
            {t('documents.openCreditNote', { number, amount: bahtText(amount, locale) })}
          </a>
        </li>
      ))}
      {debitNotes.map(({ number, url, amount }) => (
        <li key={number}>
          <a className="tap" href={url}>
            {t('documents.openDebitNote', { number, amount: bahtText(amount, locale) })}
          </a>
        </li>
      ))}
    </ul>
  );
}
