import type { Locale } from '@/domain/locale';
import { bahtText } from '@/locales/format';
import { getI18n } from '@/locales/server';
import type { RouterOutputs } from '@/trpc/outputs';
import classes from './document-links.module.css';

type Order = RouterOutputs['orders']['previous']['orders'][number];

/** Links to the receipt and the credit notes of an order as PDF files. Renders nothing if there are none. */
export async function DocumentLinks({
  order: { receipt, creditNotes },
  locale,
}: {
  order: Pick<Order, 'receipt' | 'creditNotes'>;
  locale: Locale;
}) {
  const t = await getI18n();
  if (!receipt && creditNotes.length === 0) return null;
  return (
    <ul className={classes.documents}>
      {receipt && (
        <li>
          <a href={receipt.url}>{t('documents.openReceipt', { number: receipt.number })}</a>
        </li>
      )}
      {creditNotes.map(({ number, url, amount }) => (
        <li key={number}>
          <a href={url}>{t('documents.openCreditNote', { number, amount: bahtText(amount, locale) })}</a>
        </li>
      ))}
    </ul>
  );
}
