import Link from 'next/link';
import { Baht } from '@/components/values';
import type { Figure } from '@/domain/numbers';
import { countText, monthText } from '@/locales/desk-format';
import { bahtText } from '@/locales/format';
import { localePath } from '@/locales/paths';
import { getI18n } from '@/locales/server';
import classes from '../../_components/desk.module.css';
import { rowsPath } from './figure-cell';
import type { Shown } from './types';

const COUNTED = ['new', 'returned', 'paused', 'lost'] as const;
const PAID = ['received', 'refunded'] as const;

/** The figures of the chosen month that are not zero. Each opens its rows. */
export async function Tiles({ numbers, locale }: Shown) {
  const t = await getI18n();
  const figures = numbers.chosen;
  if (!figures) return null;
  const { active, onPause, received, refunded } = figures;
  const has = (figure: 'onPause' | (typeof COUNTED | typeof PAID)[number]) => figures[figure].count > 0;
  const tile = (figure: Figure, shown: React.ReactNode, more?: string) => (
    <li key={figure}>
      <Link
        href={localePath(locale, rowsPath({ list: figure, month: numbers.month }))}
        prefetch={false}
        className={classes.tile}
      >
        <span className={classes.figure}>{shown}</span>
        <span>{t(`deskNumbers.figure.${figure}`)}</span>
        {more !== undefined && <span className="muted anywhere small">{more}</span>}
      </Link>
    </li>
  );
  return (
    <section className="card mt-5">
      <h2>{t('deskNumbers.figures')}</h2>
      <ul className={classes.tiles}>
        {tile(
          'active',
          <Baht satang={active.amount} locale={locale} />,
          t('deskNumbers.activeCount', { count: countText(active.count, locale) }),
        )}
        {COUNTED.filter(has).map((figure) => tile(figure, countText(figures[figure].count, locale)))}
        {has('onPause') &&
          tile(
            'onPause',
            countText(onPause.count, locale),
            t('deskNumbers.pausedAmount', { amount: bahtText(onPause.amount, locale) }),
          )}
        {PAID.filter(has).map((figure) =>
          tile(
            figure,
            <Baht satang={figures[figure].amount} locale={locale} />,
            t('deskNumbers.total', { count: countText(figures[figure].count, locale) }),
          ),
        )}
      </ul>
      <p className="muted small mt-5">
        {monthText(numbers.month, locale)} ·{' '}
        {t('deskNumbers.net', { amount: bahtText(received.amount - refunded.amount, locale) })}
      </p>
    </section>
  );
}
