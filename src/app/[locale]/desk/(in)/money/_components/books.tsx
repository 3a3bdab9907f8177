'use client';

import { TextInput } from '@/components/forms/text-input';
import { useState } from 'react';
import { orderNumberText } from '@/domain/order';
import { Button } from '@/components/button';
import { useCommand } from '@/components/forms/use-command';
import { Notice } from '@/components/notice';
import { saveFile } from '@/components/save-file';
import { useI18n, useLocale } from '@/locales/client';
import { bahtText as satangText } from '@/domain/money';
import { BUDDHIST_ERA, bahtText } from '@/locales/format';
import { desk, type DeskOutputs } from '@/trpc/desk';
import { csvText } from '@/domain/csv';
import classes from '../../_components/desk.module.css';

type Bookkeeping = DeskOutputs['money']['bookkeeping'];

const COLUMNS = [
  ...(['line', 'day', 'number', 'buyer', 'taxId', 'headOffice', 'branch'] as const),
  ...(['net', 'vat', 'amount', 'remark', 'order'] as const),
];
const JOURNAL = ['number', 'day', 'account', 'name', 'debit', 'credit', 'reference', 'text'] as const;
const HEAD_OFFICE = '00000';

/** The books of a month as files: the sales-tax report, and the journal. */
export function Books({ initial }: { initial: Bookkeeping }) {
  const { month } = initial;
  const t = useI18n();
  const locale = useLocale();
  const { run, busy, problem } = useCommand();
  const [wanted, setWanted] = useState<string>(month);
  const [books, setBooks] = useState(initial);

  const choose = (next: string) => {
    setWanted(next);
    if (next !== '') void run(async () => setBooks(await desk.money.bookkeeping.query({ month: next })));
  };
  const save = (rows: string[][], name: string) =>
    saveFile(new Blob([csvText(rows)], { type: 'text/csv;charset=utf-8' }), `ira-${name}-${wanted}.csv`);
  const saveSalesTax = () => {
    const { seller } = books;
    const rows = books.documents.map((one, at) => {
      // The receipt that a tax invoice replaces counts, in its own month.
      const [amount, vat] = one.replaces === null ? [one.amount, one.vat] : [0, 0];
      const [year = '', month = '', day = ''] = one.issuedOn.split('-');
      const branch = one.buyer ? (one.buyer.branch ?? HEAD_OFFICE) : null;
      return [
        String(at + 1),
        `${day}/${month}/${Number(year) + BUDDHIST_ERA}`,
        one.number,
        one.buyer?.name ?? '',
        one.buyer?.taxId ?? '',
        branch === HEAD_OFFICE ? 'X' : '',
        branch === null || branch === HEAD_OFFICE ? '' : branch,
        satangText(amount - vat),
        satangText(vat),
        satangText(amount),
        one.replaces === null
          ? t(`deskMoney.kind.${one.kind}`)
          : t('deskBooks.replaces', { number: one.replaces }),
        orderNumberText(one.orderNumber),
      ];
    });
    save(
      [
        [t('deskBooks.salesTax'), wanted],
        [seller.name, seller.vatId ?? ''],
        COLUMNS.map((column) => t(`deskBooks.columns.${column}`)),
        ...rows,
      ],
      'sales-tax',
    );
  };
  const saveJournal = () =>
    run(async () => {
      const { chart, entries, isFinal } = await desk.payouts.journal.query({ month: wanted });
      const rows = entries.flatMap(({ number, day, occasion, reference, lines }) =>
        lines.map(({ account, amount }) => [
          number,
          day,
          chart[account].code,
          chart[account].name ?? t(`deskBooks.account.${account}`),
          amount > 0 ? satangText(amount) : '',
          amount < 0 ? satangText(-amount) : '',
          reference,
          t(`deskBooks.occasion.${occasion}`),
        ]),
      );
      save(
        [JOURNAL.map((column) => t(`deskBooks.journal.${column}`)), ...rows],
        isFinal ? 'journal' : 'journal-draft',
      );
    });

  return (
    <section className="card mt-5">
      <h2>{t('deskMoney.books')}</h2>
      <p className="lead">{t('deskMoney.booksText')}</p>
      <div className={`stack-4 ${classes.form}`}>
        {problem && <Notice tone="bad" urgent title={problem.message} />}
        <TextInput
          label={t('deskMoney.month')}
          type="month"
          value={wanted}
          max={month}
          onChange={(event) => choose(event.currentTarget.value)}
        />
        <p role="status">
          {t('deskMoney.sum', {
            count: books.documents.length,
            amount: bahtText(books.amount, locale),
            vat: bahtText(books.vat, locale),
          })}
          {' · '}
          {books.missing.length === 0
            ? t('deskMoney.noneMissing')
            : t('deskMoney.missing', {
                numbers: books.missing
                  .map(({ kind, number }) => `${t(`deskMoney.kind.${kind}`)} ${number}`)
                  .join(', '),
              })}
        </p>
        <Button look="secondary" off={books.documents.length === 0} onClick={saveSalesTax}>
          {t('deskBooks.saveSalesTax')}
        </Button>
        <Button look="secondary" busy={busy} off={wanted === ''} onClick={() => void saveJournal()}>
          {t('deskBooks.saveJournal')}
        </Button>
        {!books.isFinal && <p>{t('deskBooks.draft')}</p>}
      </div>
    </section>
  );
}
