import Link from 'next/link';
import { countText, monthText } from '@/locales/desk-format';
import { bahtText } from '@/locales/format';
import { localePath } from '@/locales/paths';
import { getI18n } from '@/locales/server';
import { Chart } from './chart';
import { FigureCell } from './figure-cell';
import classes from './numbers.module.css';
import type { Shown } from './types';
import { WideTable } from './wide-table';

const COUNTED = ['new', 'returned', 'paused', 'lost', 'onPause'] as const;
const PAID = ['received', 'refunded'] as const;

type ColumnFigure = 'active' | (typeof COUNTED | typeof PAID)[number];

/** The figures of a year by month: two charts, and the table of all of them. */
export async function ByMonth(shown: Shown) {
  const t = await getI18n();
  return (
    <section className="card mt-5">
      <h2>{t('deskNumbers.byMonth')}</h2>
      <div className={`stack-4 mt-3 ${classes.beside}`}>
        <Charts {...shown} />
        <Table {...shown} />
      </div>
    </section>
  );
}

async function Charts({ numbers: { months }, locale }: Shown) {
  const t = await getI18n();
  const label = (month: (typeof months)[number]['month']) => monthText(month, locale);
  return (
    <div className={`stack-4 ${classes.charts}`} data-split>
      <Chart
        locale={locale}
        title={t('deskNumbers.revenueChart')}
        kind="line"
        unit="baht"
        series={[{ name: t('deskNumbers.figure.active'), color: 'var(--primary)' }]}
        points={months.map(({ month, active }) => ({ label: label(month), values: [active.amount] }))}
      />
      <Chart
        locale={locale}
        title={t('deskNumbers.movesChart')}
        kind="bars"
        unit="count"
        series={[
          { name: t('deskNumbers.figure.new'), color: 'var(--leaf)' },
          { name: t('deskNumbers.figure.returned'), color: 'var(--sky)' },
          { name: t('deskNumbers.figure.lost'), color: 'var(--primary)' },
        ]}
        points={months.map(({ month, ...figures }) => ({
          label: label(month),
          values: [figures.new.count, figures.returned.count, figures.lost.count],
        }))}
      />
    </div>
  );
}

async function Table({ numbers, locale }: Shown) {
  const t = await getI18n();
  const named = (figure: ColumnFigure, isMoney: boolean) => ({
    figure,
    isMoney,
    title: t(`deskNumbers.figure.${figure}`),
  });
  const columns = [
    named('active', true),
    { ...named('active', false), title: t('deskNumbers.activeColumn') },
    ...COUNTED.map((figure) => named(figure, false)),
    ...PAID.map((figure) => named(figure, true)),
  ];
  return (
    <WideTable caption={t('deskNumbers.byMonth')}>
      <thead>
        <tr>
          <th scope="col">{t('deskNumbers.month')}</th>
          {columns.map(({ title }) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {numbers.months.toReversed().map(({ month, ...figures }) => (
          <tr key={month} aria-current={month === numbers.month ? 'true' : undefined}>
            <th scope="row">
              <Link
                href={localePath(locale, `/desk/numbers?month=${month}`)}
                prefetch={false}
                className={`tap ${classes.open}`}
              >
                {monthText(month, locale)}
              </Link>
            </th>
            {columns.map(({ figure, title, isMoney }) => (
              <FigureCell
                key={title}
                locale={locale}
                list={figure}
                month={month}
                count={figures[figure].count}
                label={`${monthText(month, locale)}, ${title}`}
                text={(count) =>
                  isMoney ? bahtText(figures[figure].amount, locale) : countText(count, locale)
                }
              />
            ))}
          </tr>
        ))}
      </tbody>
    </WideTable>
  );
}
