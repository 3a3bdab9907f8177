/** The texts of the desk's page about money. */
const deskMoney = {
  heading: 'Money',
  waiting: 'Waiting for you',
  statement: 'Import a bank statement',
  statementText:
    'CSV with a header, from your bank. Import whole days. Each line is booked once, however often you import it.',
  drop: 'Drop the file here, or choose it',
  choose: 'Choose a file',
  importing: 'Reading the statement…',
  unreadableFile: 'This file can’t be read. Please export it as CSV.',
  tooLarge: 'This file is too large. Please export fewer days.',
  result: 'What the statement brought',
  matched: 'Booked, order paid',
  toSendBack: 'Booked, to refund by hand',
  mismatched: 'Not booked: amount or day differs',
  unknown: 'Not booked: no order has this reference',
  doubtful: 'Not booked: maybe booked already',
  alreadyBooked: 'Known from before',
  others: 'Lines without money coming in',
  unreadable: 'Lines that can’t be read',
  line: 'Line {row}',
  due: '{amount} due',
  byHand: 'Book a transfer that you saw',
  byHandText: 'For a transfer on the account that no statement showed yet.',
  amount: 'Amount in baht',
  paidOn: 'Day of the transfer',
  book: 'Book the transfer',
  books: 'For the bookkeeper',
  booksText:
    'All receipts, tax invoices and credit notes of a month, with VAT. A sale counts once, in the month of its receipt.',
  month: 'Month',
  sum: '{count} documents, {amount} with {vat} VAT',
  missing: 'Missing numbers: {numbers}',
  noneMissing: 'No number is missing.',
  kind: {
    receipt: 'Receipt',
    tax_invoice: 'Tax invoice',
    credit_note: 'Credit note',
    debit_note: 'Debit note',
  },
} as const;

export default deskMoney;
