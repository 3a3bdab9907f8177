import { countText, differenceText, monthText } from '@/locales/desk-format';
import { dayText, momentText, bahtText, contentsText } from '@/locales/format';
import { getI18n } from '@/locales/server';
import classes from '../../../../_components/desk.module.css';
import { monthOf } from '@/domain/day';
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

/** The distinct boxes and fees, with their totals before and after the change. */
async function Boxes({ result, locale, names }: ResultProps & { names: NamedProducts }) {
  const t = await getI18n();
  const { boxes, moreBoxes } = result;
  return (
    <section className="card mt-5">
      <h2>{t('deskCatalogue.boxes')}</h2>
      <p className="lead">{t('deskCatalogue.boxesText')}</p>
      <details>
        <summary className={`tap ${classes.summary}`}>
          {t('deskCatalogue.showBoxes', { count: countText(boxes.length, locale) })}
        </summary>
        <ul className={classes.rows}>
          {boxes.map(({ items, oldFee, newFee, oldTotal, newTotal, subscriptions }) => {
            const content = contentsText(items, names, locale);
            const amounts = {
              old: bahtText(oldTotal, locale),
              price: bahtText(newTotal, locale),
              oldFee: bahtText(oldFee, locale),
              newFee: bahtText(newFee, locale),
            };
            return (
              <li key={`${content} ${oldFee} ${newFee}`} className={classes.row} data-split>
                <div>
                  <p className={classes.strong}>{content}</p>
                  <p className="muted anywhere small">
                    {oldTotal === newTotal && oldFee === newFee
                      ? t('deskCatalogue.boxSame', { price: amounts.price, fee: amounts.newFee })
                      : t(oldFee === newFee ? 'deskCatalogue.boxFee' : 'deskCatalogue.box', amounts)}
                  </p>
                </div>
                <p className="muted anywhere small">
                  {t('deskCatalogue.boxCount', { count: countText(subscriptions, locale) })}
                </p>
              </li>
            );
          })}
        </ul>
      </details>
      {moreBoxes > 0 && (
        <p className="muted small mt-5">
          {t('deskCatalogue.moreBoxes', { count: countText(moreBoxes, locale) })}
        </p>
      )}
    </section>
  );
}

/** How many price notices leave in each month and on each day. */
async function Notices({ result: { notices, noticesAnyway }, locale }: ResultProps) {
  const t = await getI18n();
  const [first, last] = [notices[0], notices.at(-1)];
  const sumOf = (days: typeof notices) => days.reduce((sum, { count }) => sum + count, 0);
  const months = [...new Set(notices.map(({ day }) => monthOf(day)))];
  return (
    <section className="card mt-5">
      <h2>{t('deskCatalogue.notices')}</h2>
      <p className="lead">
        {first && last
          ? t('deskCatalogue.noticesSum', {
              count: countText(sumOf(notices), locale),
              first: dayText(first.day, locale),
              last: dayText(last.day, locale),
            })
          : t('deskCatalogue.noticesNone')}{' '}
        {noticesAnyway > 0 && t('deskCatalogue.noticesAnyway', { count: countText(noticesAnyway, locale) })}
      </p>
      <ul className={classes.rows}>
        {months.map((month) => {
          const days = notices.filter(({ day }) => monthOf(day) === month);
          return (
            <li key={month} className={classes.row}>
              {t('deskCatalogue.noticeMonth', {
                month: monthText(month, locale),
                count: countText(sumOf(days), locale),
                most: countText(Math.max(...days.map(({ count }) => count)), locale),
              })}
            </li>
          );
        })}
      </ul>
      {notices.length > 0 && (
        <details>
          <summary className={`tap ${classes.summary}`}>{t('deskCatalogue.byDay')}</summary>
          <ul className={classes.rows}>
            {notices.map(({ day, count }) => (
              <li key={day}>
                {t('deskCatalogue.noticeDay', { day: dayText(day, locale), count: countText(count, locale) })}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}
