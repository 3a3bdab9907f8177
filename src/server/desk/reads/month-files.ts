import { startOfDay, type Month } from '@/domain/day';
import { csvLines, csvText } from '@/domain/csv';
import { documentNumber } from '@/domain/document';
import type { Chart, JournalColumn, NumberedEntry } from '@/domain/journal';
import type { Locale } from '@/domain/locale';
import { bahtText } from '@/domain/money';
import { orderNumberText } from '@/domain/order';
import { drawDocument } from '@/documents/draw';
import { BUDDHIST_ERA } from '@/locales/format';
import { translate } from '@/locales/translate';
import { sellerNow, settings } from '@/settings/settings';
import { readMonthDocuments, type OrderDocument } from '../../work/documents/month';
import type { Ctx } from '../../platform/context';
import { readChart, readColumns, readJournal } from './journal';
import type { ZippedFile } from '../../platform/zip';

/* The files that a bookkeeper gets of a month. Each is made while it is read: a month can have 30,000 orders. */

const COLUMNS = [
  ...(['line', 'day', 'number', 'buyer', 'taxId', 'headOffice', 'branch'] as const),
  ...(['net', 'vat', 'amount', 'remark', 'order'] as const),
];
const HEAD_OFFICE = '00000';
/** The entries of the journal that are written at once. */
const LINES_AT_ONCE = 500;

/** Returns the heads of the sales-tax report. */
const headsIn = (locale: Locale) => COLUMNS.map((column) => translate(locale, `deskBooks.columns.${column}`));

/** Returns a line of the sales-tax report, of the form of the Revenue Department. */
function salesTaxLine({ document, orderNumber }: OrderDocument, line: number, locale: Locale): string[] {
  const { kind, issuedOn } = document;
  const replaces = kind === 'tax_invoice' ? document.content.replaces.number : null;
  // The receipt that a tax invoice replaces counts, in its own month.
  const sign = replaces !== null ? 0 : kind === 'credit_note' ? -1 : 1;
  const [amount, vat] = [sign * document.amount, sign * document.vat];
  const [year = '', month = '', day = ''] = issuedOn.split('-');
  const buyer = kind === 'receipt' ? null : document.buyer;
  const branch = buyer ? (buyer.branch ?? HEAD_OFFICE) : null;
  return [
    String(line),
    `${day}/${month}/${Number(year) + BUDDHIST_ERA}`,
    documentNumber(document),
    buyer?.name ?? '',
    buyer?.taxId ?? '',
    branch === HEAD_OFFICE ? 'X' : '',
    branch === null || branch === HEAD_OFFICE ? '' : branch,
    bahtText(amount - vat),
    bahtText(vat),
    bahtText(amount),
    replaces === null
      ? translate(locale, `deskMoney.kind.${kind}`)
      : translate(locale, 'deskBooks.replaces', { number: replaces }),
    orderNumberText(orderNumber),
  ];
}

/** Returns the sales-tax report of a month as CSV, in parts. */
export async function* salesTaxCsv({ db }: Ctx, month: Month, locale: Locale): AsyncGenerator<string> {
  yield csvText([
    [translate(locale, 'deskBooks.salesTax'), month],
    [sellerNow().name, settings().VAT_ID ?? ''],
    headsIn(locale),
  ]);
  let line = 0;
  for await (const page of readMonthDocuments(db, month))
    yield csvLines(page.map((one) => salesTaxLine(one, (line += 1), locale)));
}

/** Returns each document of a month as PDF, named by its number, and the sales-tax report of them as the last file. */
export async function* documentFiles(ctx: Ctx, month: Month, locale: Locale): AsyncGenerator<ZippedFile> {
  for await (const page of readMonthDocuments(ctx.db, month))
    for (const { document, orderNumber } of page)
      yield {
        name: `${documentNumber(document)}.pdf`,
        content: await drawDocument(document, orderNumber, locale),
        changedAt: startOfDay(document.issuedOn),
      };
  const report: string[] = [];
  for await (const part of salesTaxCsv(ctx, month, locale)) report.push(part);
  const content = Buffer.from(report.join(''));
  yield { name: 'index.csv', content, changedAt: ctx.now, isText: true };
}

/** Returns the journal of a month as CSV with the columns of the shop, day by day. */
export async function* journalCsv(ctx: Ctx, month: Month, locale: Locale): AsyncGenerator<string> {
  const [chart, columns] = await Promise.all([readChart(ctx.db), readColumns(ctx.db)]);
  const wordOf = (key: JournalColumn['key']) => translate(locale, `deskBooks.journal.${key}`);
  yield csvText([columns.map(({ key, head }) => head ?? wordOf(key))]);
  for await (const entries of readJournal(ctx, month))
    for (let at = 0; at < entries.length; at += LINES_AT_ONCE) {
      const part = entries.slice(at, at + LINES_AT_ONCE).flatMap((entry) => linesOf(entry, chart, locale));
      yield csvLines(part.map((line) => columns.map(({ key }) => line[key])));
    }
}

/** Returns the lines of an entry, with a text for each column that a file can have. */
function linesOf(entry: NumberedEntry, chart: Chart, locale: Locale): Record<JournalColumn['key'], string>[] {
  const { number, day, occasion, reference, lines } = entry;
  const text = translate(locale, `deskBooks.occasion.${occasion}`);
  return lines.map(({ account, amount }) => ({
    number,
    day,
    account: chart[account].code,
    name: chart[account].name ?? translate(locale, `deskBooks.account.${account}`),
    debit: amount > 0 ? bahtText(amount) : '',
    credit: amount < 0 ? bahtText(-amount) : '',
    reference,
    text,
    amount: bahtText(amount),
  }));
}
