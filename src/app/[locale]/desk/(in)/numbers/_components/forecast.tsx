import type { Month } from '@/domain/day';
import { countText, monthText } from '@/locales/desk-format';
import { bahtText, shortDayText } from '@/locales/format';
import { getI18n } from '@/locales/server';
import { Chart } from './chart';
import { FigureCell } from './figure-cell';
import classes from './numbers.module.css';
import type { Shown } from './types';
import { WideTable } from './wide-table';

/** The planned orders of the next 90 days by week and by month. @param present the month whose roll-up has the forecast */
export async function Forecast({ numbers, locale, present }: Shown & { present: Month }) {
  const t = await getI18n();
  const { weeks, months } = numbers.forecast;
  if (weeks.length === 0)
    return (
      <section className="card mt-5">
        <h2>{t('deskNumbers.forecast')}</h2>
        <p className="muted small mt-3">{t('deskNumbers.noForecast')}</p>
      </section>
    );
  const table = (
    caption: string,
    unit: string,
    rows: { key: string; name: string; count: number; amount: number }[],
  ) => (
    <WideTable caption={caption} isNamed>
      <thead>
        <tr>
          <th scope="col">{unit}</th>
          <th scope="col">{t('deskNumbers.orders')}</th>
          <th scope="col">{t('deskNumbers.amount')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, count, amount }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            <FigureCell
              locale={locale}
              list="planned"
              month={present}
              part={key}
              count={count}
              label={`${name}, ${t('deskNumbers.orders')}`}
              text={(shown) => countText(shown, locale)}
            />
            <td>{bahtText(amount, locale)}</td>
          </tr>
        ))}
      </tbody>
    </WideTable>
  );
  return (
    <section className="card mt-5">
      <h2>{t('deskNumbers.forecast')}</h2>
      <p className="lead">{t('deskNumbers.forecastText')}</p>
      <div className={`stack-4 mt-3 ${classes.beside}`} data-split>
        <div className={`stack-4 ${classes.charts}`}>
          <Chart
            locale={locale}
            title={t('deskNumbers.byWeek')}
            kind="bars"
            unit="baht"
            series={[{ name: t('deskNumbers.amount'), color: 'var(--leaf)' }]}
            points={weeks.map(({ key, amount }) => ({ label: shortDayText(key, locale), values: [amount] }))}
          />
          {table(
            t('deskNumbers.byMonths'),
            t('deskNumbers.month'),
            months.map((month) => ({ ...month, name: monthText(month.key, locale) })),
          )}
        </div>
        {table(
          t('deskNumbers.byWeek'),
          t('deskNumbers.week'),
          weeks.map((week) => ({ ...week, name: shortDayText(week.key, locale) })),
        )}
      </div>
    </section>
  );
}
