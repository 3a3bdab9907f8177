import { answerDocuments, answerJournal, answerSalesTax } from '../desk/files';
import type { SystemCall, SystemCalls } from './system-call';

const fileOf = (answer: SystemCall['answer']): SystemCall => ({
  method: 'GET',
  who: 'staff',
  operation: null,
  answer,
});

/** The files that the desk streams. They are too large for a procedure. */
export const DESK_CALLS: SystemCalls = {
  '/api/desk/documents.zip': fileOf(answerDocuments),
  '/api/desk/journal.csv': fileOf(answerJournal),
  '/api/desk/sales-tax.csv': fileOf(answerSalesTax),
};
