'use client';

import { Button } from '@/components/button';
import { Baht, DayText } from '@/components/values';
import { useI18n, useLocale } from '@/locales/client';
import { bahtText } from '@/locales/format';
import type { RouterOutputs } from '@/trpc/outputs';
import type { View } from '../../_components/subscription-view';
import classes from './address-form.module.css';
import type { useMove } from './use-move';

type Move = ReturnType<typeof useMove>;
export type PaidBox = RouterOutputs['account']['profile']['paidBox'];

/**
 * Shows the effect of a new address before it is saved. Compares the fee and the next three orders before and
 * after the change.
 */
export function AddressEffect({
  effect,
  view,
  paidBox,
}: Pick<Move, 'effect' | 'view'> & { paidBox: PaidBox }) {
  const t = useI18n();
  return (
    <section className="card" aria-labelledby="effect-title">
      <h2 id="effect-title" className="h3">
        {t('details.address.effect')}
      </h2>
      <div role="status">
        {effect.state === 'none' && <p className="muted small">{t('details.address.effectWaiting')}</p>}
        {effect.state === 'asking' && <p className="muted small">{t('details.address.checking')}</p>}
        {effect.state === 'failed' && <p>{t('details.address.effectFailed')}</p>}
        {effect.state === 'known' && <Known before={view} after={effect.after} />}
      </div>
      {effect.state === 'failed' && (
        <Button look="secondary" onClick={effect.retry}>
          {t('common.tryAgain')}
        </Button>
      )}
      <p className="muted small mt-2">{t('details.address.follows')}</p>
      {paidBox !== null && (
        <p className="muted small mt-2">
          {t(paidBox === 'follows' ? 'details.address.boxFollows' : 'details.address.boxTooLate')}
        </p>
      )}
      <p className="muted small mt-2">{t('details.address.underWay')}</p>
    </section>
  );
}

function Known({ before, after }: { before: View; after: View }) {
  const t = useI18n();
  const locale = useLocale();
  const fee = after.subscription.deliveryFee ?? 0;
  const hadFee = before.subscription.deliveryFee;
  const isSame = after.upcomingOrders.every((order) => totalBefore(before, order.orderId) === order.total);
  return (
    <>
      {fee === hadFee && isSame ? (
        <p className={classes.same}>
          {fee === 0
            ? t('details.address.sameFree')
            : t('details.address.sameFee', { fee: <Baht satang={fee} locale={locale} short /> })}
        </p>
      ) : (
        <p className={`row ${classes.row}`}>
          <span>{t('details.address.newFee')}</span>
          <Change before={hadFee} after={fee} />
        </p>
      )}
      {after.upcomingOrders.length === 0 ? (
        <p className="muted small">{t('details.address.noOrders')}</p>
      ) : (
        <>
          <h3 className="strong mt-2">{t('details.address.upcoming')}</h3>
          <ol className={classes.rows}>
            {after.upcomingOrders.map((order) => (
              <li key={order.orderId} className={`row ${classes.row}`}>
                <DayText day={order.paymentDate} locale={locale} />
                {order.skipped ? (
                  <span className="tag">{t('details.address.skipped')}</span>
                ) : (
                  <Change before={totalBefore(before, order.orderId)} after={order.total} />
                )}
              </li>
            ))}
          </ol>
        </>
      )}
    </>
  );
}

/** Shows the previous amount and then the new amount. */
function Change({ before, after }: { before: number | null; after: number }) {
  const t = useI18n();
  const locale = useLocale();
  return (
    <span>
      {before !== null && before !== after && (
        <>
          <s className={classes.was} aria-hidden>
            <Baht satang={before} locale={locale} />
          </s>
          <span className="visually-hidden">
            {t('details.address.was', { amount: bahtText(before, locale) })}{' '}
          </span>
        </>
      )}
      <span className="strong">
        {after === 0 ? t('common.free') : <Baht satang={after} locale={locale} />}
      </span>
    </span>
  );
}

function totalBefore(view: View, orderId: string): number | null {
  return view.upcomingOrders.find((order) => order.orderId === orderId)?.total ?? null;
}
