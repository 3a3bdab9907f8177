import { countText, monthText } from '@/locales/desk-format';
import { getI18n } from '@/locales/server';
import { FigureCell } from './figure-cell';
import { shareText } from './share-text';
import type { Shown } from './types';
import { WideTable } from './wide-table';

/** The share of each cohort that still subscribes after 0, 1, 2, … months. */
export async function Cohorts({ numbers, locale }: Shown) {
  const t = await getI18n();
  const sizes = new Map(numbers.months.map(({ month, ...figures }) => [month, figures.new.count]));
  const cohorts = numbers.cohorts.filter(({ cohort }) => (sizes.get(cohort) ?? 0) > 0);
  const widest = Math.max(0, ...cohorts.map(({ kept }) => kept.length));
  return (
    <section className="card mt-5">
      <h2>{t('deskNumbers.cohorts')}</h2>
      <p className="lead">{t('deskNumbers.cohortsText')}</p>
      {cohorts.length === 0 ? (
        <p className="muted small mt-3">{t('deskNumbers.noCohorts')}</p>
      ) : (
        <WideTable caption={t('deskNumbers.cohorts')}>
          <thead>
            <tr>
              <th scope="col">{t('deskNumbers.cohort')}</th>
              <th scope="col">{t('deskNumbers.size')}</th>
              {Array.from({ length: widest }, (_, later) => (
                <th key={later} scope="col">
                  {t('deskNumbers.monthsLater', { count: later })}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {cohorts.map(({ cohort, kept }) => {
              const size = sizes.get(cohort) ?? 0;
              return (
                <tr key={cohort}>
                  <th scope="row">{monthText(cohort, locale)}</th>
                  <FigureCell
                    locale={locale}
                    list="new"
                    month={cohort}
                    count={size}
                    label={`${monthText(cohort, locale)}, ${t('deskNumbers.figure.new')}`}
                    text={(count) => countText(count, locale)}
                  />
                  {kept.map(({ month, count }, later) => (
                    <FigureCell
                      key={month}
                      locale={locale}
                      list="subscribed"
                      month={month}
                      part={cohort}
                      count={count}
                      label={`${monthText(cohort, locale)} ${t('deskNumbers.monthsLater', { count: later })}`}
                      share={count === null ? undefined : Math.ceil((count / size) * 4)}
                      text={(stayed) => shareText(t, locale, stayed, size)}
                    />
                  ))}
                </tr>
              );
            })}
          </tbody>
        </WideTable>
      )}
    </section>
  );
}
