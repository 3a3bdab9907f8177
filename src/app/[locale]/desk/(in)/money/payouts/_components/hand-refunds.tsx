import Link from 'next/link';
import type { Locale } from '@/domain/locale';
import { orderNumberText } from '@/domain/order';
import { bahtText, dayText } from '@/locales/format';
import { localePath } from '@/locales/paths';
import { getI18n } from '@/locales/server';
import type { DeskOutputs } from '@/trpc/desk';
import desk from '../../../_components/desk.module.css';

type Refunds = DeskOutputs['payouts']['month']['handRefunds'];

/** The refunds of a month that the gateway could not make: those that were sent by bank transfer, and those that wait. */
export async function HandRefunds({ refunds, locale }: { refunds: Refunds; locale: Locale }) {
  const t = await getI18n();
  return (
    <section className="card mt-5">
      <h2>{t('deskPayouts.byHand.heading')}</h2>
      <p className="lead">{t('deskPayouts.byHand.lead')}</p>
      {(['sent', 'waiting'] as const).map((state) => (
        <div key={state} className="mt-3">
          <h3>
            {t(`deskPayouts.byHand.${state}`, {
              count: refunds[state].count,
              amount: bahtText(refunds[state].amount, locale),
            })}
          </h3>
          <ul className={desk.rows}>
            {refunds[state].rows.map(({ id, day, amount, reference, orderNumber, accountId }) => (
              <li key={id} className={desk.row}>
                <p className={desk.strong}>
                  {bahtText(amount, locale)} · {dayText(day, locale)}
                </p>
                <p className="muted anywhere small">
                  {accountId !== null && orderNumber !== null ? (
                    <Link
                      href={localePath(locale, `/desk/subscribers/${accountId}`)}
                      prefetch={false}
                      className="tap"
                    >
                      {orderNumberText(orderNumber)}
                    </Link>
                  ) : (
                    <code>{id}</code>
                  )}
                  {reference !== null && ` · ${reference}`}
                </p>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}
