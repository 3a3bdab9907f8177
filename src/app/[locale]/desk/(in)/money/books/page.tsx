import { getI18n, pageLocale } from '@/locales/server';
import { deskApi, requireMember } from '@/trpc/desk-server';
import { deskMetadata } from '../../../_components/desk-metadata';
import { Books } from '../_components/books';
import { JournalColumns } from '../_components/journal-columns';
import { JournalChart } from '../_components/journal-chart';
import { MoneyTabs } from '../_components/money-tabs';

export const generateMetadata = deskMetadata('deskMoney.books');

export default async function BooksPage({ params }: PageProps<'/[locale]/desk/money/books'>) {
  const locale = await pageLocale(params);
  const { role } = await requireMember(locale, 'books.use');
  const [t, { money, payouts }] = await Promise.all([getI18n(), deskApi()]);
  const [books, chart, columns] = await Promise.all([
    money.bookkeeping({}),
    payouts.chart(),
    payouts.columns(),
  ]);
  return (
    <>
      <h1>{t('deskMoney.heading')}</h1>
      <MoneyTabs here="/desk/money/books" role={role} locale={locale} />
      <Books initial={books} />
      <JournalColumns initial={columns} />
      <JournalChart chart={chart} />
    </>
  );
}
