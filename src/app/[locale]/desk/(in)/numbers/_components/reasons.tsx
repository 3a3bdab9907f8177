import { countText } from '@/locales/desk-format';
import { getI18n } from '@/locales/server';
import { Chart } from './chart';
import { FigureCell } from './figure-cell';
import { reasonName } from './reason-name';
import classes from './numbers.module.css';
import type { Shown } from './types';
import { WideTable } from './wide-table';

/** Why the subscriptions of the chosen month were lost. */
export async function Reasons({ numbers, locale }: Shown) {
  const t = await getI18n();
  const { month } = numbers;
  // A health reason is stored as `other`, so that it never has a row of its own.
  const reasons = numbers.reasons.filter(({ count }) => count !== 0);
  const shown = reasons.flatMap(({ reason, count }) => (count === null ? [] : [{ reason, count }]));
  return (
    <section className="card mt-5">
      <h2>{t('deskNumbers.reasons')}</h2>
      <p className="lead">{t('deskNumbers.reasonsText', { other: t('cancelReasons.other') })}</p>
      {reasons.length === 0 ? (
        <p className="muted small mt-3">{t('deskNumbers.noLost')}</p>
      ) : (
        <div className={`stack-4 mt-3 ${classes.beside}`} data-split>
          {shown.length > 0 && (
            <Chart
              locale={locale}
              title={t('deskNumbers.reasons')}
              kind="bars"
              unit="count"
              series={[{ name: t('deskNumbers.count'), color: 'var(--primary)' }]}
              points={shown.map(({ reason, count }) => ({ label: reasonName(t, reason), values: [count] }))}
            />
          )}
          <WideTable caption={t('deskNumbers.reasons')}>
            <thead>
              <tr>
                <th scope="col">{t('deskNumbers.reason')}</th>
                <th scope="col">{t('deskNumbers.count')}</th>
              </tr>
            </thead>
            <tbody>
              {reasons.map(({ reason, count }) => (
                <tr key={reason}>
                  <th scope="row" data-wrap>
                    {reasonName(t, reason)}
                  </th>
                  <FigureCell
                    locale={locale}
                    month={month}
                    count={count}
                    list="lost"
                    part={reason}
                    label={reasonName(t, reason)}
                    text={(shown) => countText(shown, locale)}
                  />
                </tr>
              ))}
            </tbody>
          </WideTable>
        </div>
      )}
    </section>
  );
}
