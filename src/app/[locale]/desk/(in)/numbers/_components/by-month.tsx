import Link from 'next/link';
import { countText, monthText } from '@/locales/desk-format';
import { bahtText } from '@/locales/format';
import { localePath } from '@/locales/paths';
import { getI18n } from '@/locales/server';
import desk from '../../_components/desk.module.css';
import { Chart } from './chart';
import { FigureLink } from './figure-link';
import classes from './numbers.module.css';
import type { Shown } from './types';
import { WideTable } from './wide-table';

const COUNTED = ['new', 'returned', 'paused', 'lost', 'onPause'] as const;
const PAID = ['received', 'refunded'] as const;

/** The figures of a year by month: two charts, and the table of all of them. */
export async function ByMonth({ numbers, locale }: Shown) {
  const t = await getI18n();
  const { months } = numbers;
  const label = (month: (typeof months)[number]['month']) => monthText(month, locale);
  const name = (figure: (typeof COUNTED | typeof PAID)[number] | 'active') =>
    t(`deskNumbers.figure.${figure}`);
  return (
    <section className={desk.panel}>
      <h2>{t('deskNumbers.byMonth')}</h2>
      <div className={classes.beside}>
        <div className={classes.charts} data-split>
          <Chart
            title={t('deskNumbers.revenueChart')}
            kind="line"
            unit="baht"
            series={[{ name: name('active'), color: 'var(--primary)' }]}
            points={months.map(({ month, active }) => ({ label: label(month), values: [active.amount] }))}
          />
          <Chart
            title={t('deskNumbers.movesChart')}
            kind="bars"
            unit="count"
            series={[
              { name: name('new'), color: 'var(--leaf)' },
              { name: name('returned'), color: 'var(--sky)' },
              { name: name('lost'), color: 'var(--primary)' },
            ]}
            points={months.map(({ month, ...figures }) => ({
              label: label(month),
              values: [figures.new.count, figures.returned.count, figures.lost.count],
            }))}
          />
        </div>
        <WideTable caption={t('deskNumbers.byMonth')}>
          <thead>
            <tr>
              <th scope="col">{t('deskNumbers.month')}</th>
              <th scope="col">{name('active')}</th>
              <th scope="col">{t('deskNumbers.activeColumn')}</th>
              {[...COUNTED, ...PAID].map((figure) => (
                <th key={figure} scope="col">
                  {name(figure)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {months.toReversed().map(({ month, ...figures }) => (
              <tr key={month} aria-current={month === numbers.month ? 'true' : undefined}>
                <th scope="row">
                  <Link
                    href={localePath(locale, `/desk/numbers?month=${month}`)}
                    prefetch={false}
                    className={classes.open}
                  >
                    {label(month)}
                  </Link>
                </th>
                <td>
                  <FigureLink
                    {...{ locale, list: 'active', month }}
                    label={`${label(month)}, ${name('active')}`}
                    isNone={figures.active.count === 0}
                  >
                    {bahtText(figures.active.amount, locale)}
                  </FigureLink>
                </td>
                {(['active', ...COUNTED] as const).map((figure) => (
                  <td key={figure}>
                    <FigureLink
                      {...{ locale, list: figure, month }}
                      label={`${label(month)}, ${name(figure)}`}
                      isNone={figures[figure].count === 0}
                    >
                      {countText(figures[figure].count, locale)}
                    </FigureLink>
                  </td>
                ))}
                {PAID.map((figure) => (
                  <td key={figure}>
                    <FigureLink
                      {...{ locale, list: figure, month }}
                      label={`${label(month)}, ${name(figure)}`}
                      isNone={figures[figure].count === 0}
                    >
                      {bahtText(figures[figure].amount, locale)}
                    </FigureLink>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </WideTable>
      </div>
    </section>
  );
}
