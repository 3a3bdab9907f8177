import type { Metadata } from 'next';
import Link from 'next/link';
import { notFound } from 'next/navigation';
import { monthText } from '@/locales/desk-format';
import { bahtText, momentText } from '@/locales/format';
import { localePath } from '@/locales/paths';
import { getI18n, pageLocale } from '@/locales/server';
import { monthInput } from '@/schemas/desk';
import { deskApi, requireMember } from '@/trpc/desk-server';
import { orNotFound } from '@/trpc/server';
import { deskMetadata } from '../../../_components/desk-metadata';
import desk from '../../_components/desk.module.css';
import { MoneyTabs } from '../_components/money-tabs';
import { Compare } from './_components/compare';
import { Differences } from './_components/differences';
import { Equation } from './_components/equation';
import { HandRefunds } from './_components/hand-refunds';
import { Payouts } from './_components/payouts';

type Props = PageProps<'/[locale]/desk/money/payouts'>;

export const generateMetadata = ({ params }: Props): Promise<Metadata> =>
  deskMetadata(params, 'deskPayouts.heading');

export default async function PayoutsPage({ params, searchParams }: Props) {
  const locale = await pageLocale(params);
  const { role } = await requireMember(locale, 'books.use');
  const asked = monthInput.partial().safeParse(await searchParams);
  if (!asked.success) notFound();
  const [t, { payouts }] = await Promise.all([getI18n(), deskApi()]);
  const shown = await orNotFound(payouts.month(asked.data));
  const { month, earlier, later, reading, onTheWay, recent, open, differences } = shown;
  const step = (to: typeof month) => (
    <Link href={localePath(locale, `/desk/money/payouts?month=${to}`)} prefetch={false} className="tap">
      {monthText(to, locale)}
    </Link>
  );
  const tiles = [
    [t('deskPayouts.onTheWay'), bahtText(onTheWay, locale), null],
    [
      t('deskPayouts.recent'),
      bahtText(recent.amount, locale),
      t('deskPayouts.recentCount', { count: recent.count }),
    ],
    [t('deskPayouts.differs'), bahtText(open.amount, locale), t('deskPayouts.open', { count: open.count })],
  ] as const;
  return (
    <>
      <h1>{t('deskMoney.heading')}</h1>
      <MoneyTabs here="/desk/money/payouts" role={role} locale={locale} />
      <section className="card">
        <h2>{t('deskPayouts.where')}</h2>
        <dl className={desk.wideTiles}>
          {tiles.map(([name, figure, more]) => (
            <div key={name} className={desk.tile}>
              <dt>{name}</dt>
              <dd className={desk.figure}>{figure}</dd>
              {more !== null && <dd className="muted small">{more}</dd>}
            </div>
          ))}
        </dl>
      </section>
      <section className="card mt-5">
        <h2>{t('deskPayouts.month', { month: monthText(month, locale) })}</h2>
        <p className="lead" role="status">
          {reading === null
            ? t('deskPayouts.neverRead')
            : reading.readAt === null
              ? t('deskPayouts.notRead')
              : t('deskPayouts.read', { moment: momentText(reading.readAt, locale) })}
          {reading?.by != null && ` · ${t('deskPayouts.readBy', { name: reading.by })}`}
        </p>
        {reading?.problem != null && (
          <p className="note waiting mt-3">
            {t('deskPayouts.problem', { moment: momentText(reading.triedAt, locale) })}
          </p>
        )}
        <Compare shown={shown} />
        <nav className="row mt-3" aria-label={t('deskPayouts.monthNav')}>
          {earlier !== null && step(earlier)}
          {later !== null && step(later)}
        </nav>
        <Payouts payouts={shown.payouts} differences={differences} locale={locale} />
      </section>
      <Differences differences={differences} locale={locale} />
      <Equation shown={shown} locale={locale} />
      <HandRefunds refunds={shown.handRefunds} locale={locale} />
    </>
  );
}
