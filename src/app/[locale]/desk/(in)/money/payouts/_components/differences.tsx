import type { Locale } from '@/domain/locale';
import { orderNumberText } from '@/domain/order';
import { bahtText, momentText } from '@/locales/format';
import { getI18n } from '@/locales/server';
import type { DeskOutputs } from '@/trpc/desk';
import desk from '../../../_components/desk.module.css';
import { AcceptDifference } from './accept-difference';

/** What differs in a month: the amount, the reason in words, since when, and who accepted it. */
export async function Differences({
  differences,
  locale,
}: Pick<DeskOutputs['payouts']['month'], 'differences'> & { locale: Locale }) {
  const t = await getI18n();
  return (
    <section className="card mt-5">
      <h2>{t('deskPayouts.differences')}</h2>
      {differences.length === 0 && <p className="lead">{t('deskPayouts.noDifference')}</p>}
      <ul className={desk.rows}>
        {differences.map(({ id, kind, subject, since, actual, expected, orderNumber, accepted }) => (
          <li key={id} className={desk.row} data-split>
            <div>
              <p className={desk.strong}>
                {bahtText(Math.abs(actual - expected), locale)} ·{' '}
                {t(`deskPayouts.reason.${kind}`, {
                  actual: bahtText(actual, locale),
                  expected: bahtText(expected, locale),
                })}
              </p>
              <p className="muted anywhere small">
                {orderNumber !== null && `${orderNumberText(orderNumber)} · `}
                <code>{subject}</code> · {t('deskPayouts.since', { moment: momentText(since, locale) })}
              </p>
              {accepted && (
                <p className="small anywhere">
                  <span className="tag good">{t('deskPayouts.accepted')}</span>{' '}
                  {[accepted.by, momentText(accepted.at, locale), accepted.why].filter(Boolean).join(' · ')}
                </p>
              )}
            </div>
            {!accepted && <AcceptDifference id={id} subject={subject} />}
          </li>
        ))}
      </ul>
    </section>
  );
}
