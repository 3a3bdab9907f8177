import { z } from 'zod';
import { settings } from '@/settings/settings';
import type { Day } from '@/domain/day';
import { documentNumber, type DocumentKind } from '@/domain/document';
import type { Satang } from '@/domain/money';
import { canRequestTaxInvoice } from '@/domain/tax-invoice';
import type { orderAnswer } from '@/schemas/answers/orders';
import { documents } from '../../db/schema';
import { rowShape } from '../../db/row-shapes';
import { jsonObject } from '../../db/select-list';

/** An SQL condition on `orders o`: a refund of the order was requested and did not fail. */
export const HAS_REFUND_O = `exists(select from money_received m join refunds r on r.money_id = m.id
  where m.order_id = o.id and m.verdict = 'kept' and r.status <> 'failed')`;

const NUMBERED = ['number', 'issuedOn'] as const;
const NOTE = ['kind', 'number', 'issuedOn', 'amount'] as const;

/** The shape of the columns `DOCUMENT_COLUMNS`. */
export const documentColumns = {
  receipt: rowShape(documents, NUMBERED).nullable(),
  receiptVatId: z.string().nullable(),
  taxInvoice: rowShape(documents, NUMBERED).nullable(),
  hasRefund: z.boolean(),
  notes: z.array(rowShape(documents, NOTE)).nullable(),
};

/** SQL that selects the documents of `orders o`, and whether a refund was requested. */
export const DOCUMENT_COLUMNS = `(select ${jsonObject(documents, 'd', NUMBERED)} from documents d
     where d.order_id = o.id and d.kind = 'receipt') as receipt,
  (select d.content -> 'seller' ->> 'vatId' from documents d
     where d.order_id = o.id and d.kind = 'receipt') as "receiptVatId",
  (select ${jsonObject(documents, 'd', NUMBERED)} from documents d
     where d.order_id = o.id and d.kind = 'tax_invoice') as "taxInvoice",
  o.paid_at is not null and ${HAS_REFUND_O} as "hasRefund",
  case when o.paid_at is not null then (select json_agg(${jsonObject(documents, 'd', NOTE)} order by d.number)
     from documents d where d.order_id = o.id and d.refund_id is not null) end as notes`;

type Row = z.output<z.ZodObject<typeof documentColumns>> & { id: string; paidOn: Day | null; total: Satang };
type View = Pick<
  z.output<typeof orderAnswer>,
  'receipt' | 'taxInvoice' | 'canRequestTaxInvoice' | 'creditNotes' | 'debitNotes'
>;

/** Returns the documents of an order with their paths, and whether a tax invoice can be requested. */
export function toDocumentsView(row: Row, today: Day): View {
  const { id, paidOn, total, receipt, receiptVatId, taxInvoice, hasRefund, notes } = row;
  const at = `/api/orders/${id}`;
  const numberOf = (kind: DocumentKind, document: NonNullable<Row['receipt']>) =>
    documentNumber({ kind, ...document });
  const notesOf = (kind: DocumentKind, path: string) =>
    (notes ?? [])
      .filter((note) => note.kind === kind)
      .map((note) => {
        const number = documentNumber(note);
        return { number, url: `${at}/${path}/${number}.pdf`, amount: note.amount };
      });
  const isVatRegistered = settings().VAT_ID !== undefined;
  const verdict = canRequestTaxInvoice(
    { isVatRegistered, paidOn, total, receiptVatId, hasRefund },
    { today },
  );
  return {
    receipt: receipt && { number: numberOf('receipt', receipt), url: `${at}/receipt.pdf` },
    taxInvoice: taxInvoice && {
      number: numberOf('tax_invoice', taxInvoice),
      url: `${at}/tax-invoice.pdf`,
    },
    canRequestTaxInvoice: taxInvoice === null && verdict.allowed,
    creditNotes: notesOf('credit_note', 'credit-notes'),
    debitNotes: notesOf('debit_note', 'debit-notes'),
  };
}
