'use client';

import { TextInput } from '@/components/forms/text-input';
import { useState } from 'react';
import { ButtonAnchor } from '@/components/button-anchor';
import { useCommand } from '@/components/forms/use-command';
import { Notice } from '@/components/notice';
import { useI18n, useLocale } from '@/locales/client';
import { bahtText } from '@/locales/format';
import { desk, type DeskOutputs } from '@/trpc/desk';
import classes from '../../_components/desk.module.css';

type Bookkeeping = DeskOutputs['money']['bookkeeping'];

/** The books of a month as files: all documents, the sales-tax report, and the journal. */
export function Books({ initial }: { initial: Bookkeeping }) {
  const { month } = initial;
  const t = useI18n();
  const locale = useLocale();
  const { run, problem } = useCommand();
  const [wanted, setWanted] = useState<string>(month);
  const [books, setBooks] = useState(initial);

  const choose = (next: string) => {
    setWanted(next);
    if (next !== '') void run(async () => setBooks(await desk.money.bookkeeping.query({ month: next })));
  };
  const fileOf = (name: string) =>
    `/api/desk/${name}?${new URLSearchParams({ month: books.month, locale }).toString()}`;

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
            count: books.count,
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
        {books.count > 0 && (
          <>
            <ButtonAnchor look="secondary" href={fileOf('documents.zip')}>
              {t('deskBooks.saveDocuments')}
            </ButtonAnchor>
            <p>{t('deskBooks.documentsText')}</p>
            <ButtonAnchor look="secondary" href={fileOf('sales-tax.csv')}>
              {t('deskBooks.saveSalesTax')}
            </ButtonAnchor>
          </>
        )}
        <ButtonAnchor look="secondary" href={fileOf('journal.csv')}>
          {t('deskBooks.saveJournal')}
        </ButtonAnchor>
        {!books.isFinal && <p>{t('deskBooks.draft')}</p>}
      </div>
    </section>
  );
}
