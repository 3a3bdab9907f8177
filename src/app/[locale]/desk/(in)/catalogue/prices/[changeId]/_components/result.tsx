import { countText, differenceText, monthText } from '@/locales/desk-format';
import { dayText, momentText } from '@/locales/format';
import { getI18n } from '@/locales/server';
import classes from '../../../../_components/desk.module.css';
import { Boxes } from './boxes';
import { Notices } from './notices';
import type { NamedProducts, ResultProps } from './result-props';

const CHANGES = ['higher', 'lower', 'same'] as const;

/** What a price change will do: totals, orders, notices and boxes. */
export async function Result({
  result,
  rehearsedAt,
  names,
  locale,
}: ResultProps & { rehearsedAt: string; names: NamedProducts }) {
  const t = await getI18n();
  const { kept } = result;
  const first = result.months.find(({ starts }) => starts > 0);
  return (
    <>
      <section className="card mt-5">
        <h2>
          {first
            ? t('deskCatalogue.firstPays', { month: monthText(first.month, locale) })
            : t('deskCatalogue.nobodyPays')}
        </h2>
        <p className="lead">
          {t('deskCatalogue.asOf', {
            count: countText(result.subscriptions, locale),
            moment: momentText(rehearsedAt, locale),
          })}
        </p>
        <dl className={classes.tiles}>
          {CHANGES.filter((which) => result[which] > 0).map((which) => (
            <div key={which} className={classes.tile}>
              <dt>{t(`deskCatalogue.${which}`)}</dt>
              <dd className={classes.figure}>{countText(result[which], locale)}</dd>
            </div>
          ))}
        </dl>
        <dl className={classes.wideTiles}>
          <div className={classes.tile}>
            <dt>{t('deskCatalogue.monthly')}</dt>
            <dd className={classes.figure}>{differenceText(result.monthly, locale)}</dd>
            <dd className="muted anywhere small">{t('deskCatalogue.monthlyText')}</dd>
          </div>
          <div className={classes.tile}>
            <dt>{t('deskCatalogue.keptTitle')}</dt>
            <dd>
              {kept.last === null
                ? t('deskCatalogue.keptNone')
                : t('deskCatalogue.kept', {
                    count: countText(kept.orders, locale),
                    day: dayText(kept.last, locale),
                  })}
            </dd>
          </div>
        </dl>
      </section>
      <Notices result={result} locale={locale} />
      <Months result={result} locale={locale} />
      <Boxes result={result} locale={locale} names={names} />
    </>
  );
}

async function Months({ result: { months }, locale }: ResultProps) {
  const t = await getI18n();
  return (
    <section className="card mt-5">
      <h2>{t('deskCatalogue.months')}</h2>
      <ul className={classes.rows}>
        {months.map(({ month, starts, orders, difference }) => (
          <li key={month} className={classes.row}>
            {orders === 0
              ? t('deskCatalogue.monthNone', { month: monthText(month, locale) })
              : t(starts === 0 ? 'deskCatalogue.monthOn' : 'deskCatalogue.month', {
                  month: monthText(month, locale),
                  orders: countText(orders, locale),
                  starts: countText(starts, locale),
                  difference: differenceText(difference, locale),
                })}
          </li>
        ))}
      </ul>
    </section>
  );
}
