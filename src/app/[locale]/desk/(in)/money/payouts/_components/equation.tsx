import type { Locale } from '@/domain/locale';
import { monthText } from '@/locales/desk-format';
import { bahtText, momentText } from '@/locales/format';
import { getI18n } from '@/locales/server';
import type { DeskOutputs } from '@/trpc/desk';
import { CloseMonth } from './close-month';
import classes from './payouts.module.css';

const PLUS = new Set(['gross', 'won']);
const LEFT = ['gross', 'fees', 'vat', 'refunds', 'disputes', 'won', 'transferFees'] as const;

/** How a month adds up, from what was on the way at its begin to what is on the way at its end. */
export async function Equation({
  shown,
  locale,
}: {
  shown: DeskOutputs['payouts']['month'];
  locale: Locale;
}) {
  const t = await getI18n();
  const { figures, gap, listed, month, closed, canClose } = shown;
  const line = (name: string, sign: string, satang: number) => (
    <div key={name}>
      <dt>
        {sign !== '' && <span aria-hidden="true">{sign} </span>}
        {name}
      </dt>
      <dd>{bahtText(satang, locale)}</dd>
    </div>
  );
  const name = (key: keyof typeof figures) => t(`deskPayouts.figure.${key}`);
  return (
    <section className="card mt-5">
      <h2>{t('deskPayouts.equation', { month: monthText(month, locale) })}</h2>
      <p className="lead">
        {closed
          ? t('deskPayouts.closed', { moment: momentText(closed.at, locale), name: closed.by ?? '–' })
          : gap !== listed
            ? t('deskPayouts.unexplained', { amount: bahtText(gap - listed, locale) })
            : gap === 0
              ? t('deskPayouts.addsUp')
              : t('deskPayouts.addsUpBut', { amount: bahtText(gap, locale) })}
      </p>
      <dl className={classes.sum}>
        {line(name('opening'), '', figures.opening)}
        {LEFT.map((key) => line(name(key), PLUS.has(key) ? '+' : '−', figures[key]))}
        {line(name('bank'), '=', figures.bank)}
        {line(name('closing'), '+', figures.closing)}
        {listed !== 0 && line(t('deskPayouts.listed'), '+', listed)}
      </dl>
      <p className="muted small mt-3">
        {t('deskPayouts.direct', { amount: bahtText(figures.direct, locale) })}
      </p>
      {canClose && <CloseMonth month={month} />}
    </section>
  );
}
