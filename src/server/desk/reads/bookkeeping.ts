import { asc, eq } from 'drizzle-orm';
import { dayOf, monthOf, type Month } from '@/domain/day';
import { missingNumbers, type DocumentKind } from '@/domain/document';
import { documents, payoutMonths } from '../../db/schema';
import { issuedIn, sumDocuments } from '../../work/documents/month';
import type { Ctx } from '../../platform/context';

export interface Bookkeeping {
  /** Such as 2026-11. */
  month: Month;
  /** Whether the month is closed, so that the numbers of its journal stay. */
  isFinal: boolean;
  /** How many documents were issued. */
  count: number;
  /** The sums of receipts, credit notes and debit notes. A sale counts once, in the month of its receipt. */
  amount: number;
  vat: number;
  /** Numbers that are missing between the first and the last document of a kind in this month. */
  missing: { kind: DocumentKind; number: number }[];
}

/** How much a document of each kind adds to the sums of its month. The receipt of a tax invoice counts. */
const WEIGHT: Record<DocumentKind, number> = { receipt: 1, debit_note: 1, credit_note: -1, tax_invoice: 0 };

/**
 * Returns the sums of the documents of a month for the bookkeeper.
 * @param asked missing for the present month
 */
export async function readBookkeeping({ db, now }: Ctx, asked?: Month): Promise<Bookkeeping> {
  const month = asked ?? monthOf(dayOf(now));
  const kinds = await sumDocuments(db, month);
  const hasGaps = kinds.some(({ count, first, last }) => last - first + 1 > count);
  const numbers = hasGaps
    ? await db
        .select({ kind: documents.kind, number: documents.number })
        .from(documents)
        .where(issuedIn(month))
        .orderBy(asc(documents.kind), asc(documents.number))
    : [];
  const total = (key: 'amount' | 'vat') => kinds.reduce((sum, row) => sum + WEIGHT[row.kind] * row[key], 0);
  return {
    month,
    isFinal: (await db.$count(payoutMonths, eq(payoutMonths.month, month))) > 0,
    count: kinds.reduce((sum, row) => sum + row.count, 0),
    amount: total('amount'),
    vat: total('vat'),
    missing: missingNumbers(numbers),
  };
}
