'use client';

import { TextInput } from '@/components/forms/text-input';
import { useState } from 'react';
import { orderNumberText } from '@/domain/order';
import { Button } from '@/components/button';
import { useCommand } from '@/components/forms/use-command';
import { Notice } from '@/components/notice';
import { saveFile } from '@/components/save-file';
import { useI18n, useLocale } from '@/locales/client';
import { bahtText } from '@/locales/format';
import { desk, type DeskOutputs } from '@/trpc/desk';
import { csvText } from '@/domain/csv';
import classes from '../../_components/desk.module.css';

type Bookkeeping = DeskOutputs['money']['bookkeeping'];

const COLUMNS = ['number', 'kind', 'day', 'order', 'amount', 'vat', 'replaces'] as const;

/** The documents of a month with their VAT, as a table file. */
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
  const csv = () => {
    const baht = (satang: number) => (satang / 100).toFixed(2);
    const rows = books.documents.map(({ number, kind, issuedOn, orderNumber, amount, vat, replaces }) => [
      ...[
        number,
        t(`deskMoney.kind.${kind}`),
        issuedOn,
        orderNumberText(orderNumber),
        baht(amount),
        baht(vat),
        replaces ?? '',
      ],
    ]);
    return csvText([COLUMNS.map((column) => t(`deskMoney.columns.${column}`)), ...rows]);
  };

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
        <Button
          look="secondary"
          busy={busy}
          off={books.documents.length === 0}
          onClick={() => saveFile(new Blob([csv()], { type: 'text/csv;charset=utf-8' }), `ira-${wanted}.csv`)}
        >
          {t('deskMoney.download')}
        </Button>
      </div>
    </section>
  );
}
