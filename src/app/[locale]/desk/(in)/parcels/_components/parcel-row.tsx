'use client';

import type { Day } from '@/domain/day';
import { orderNumberText } from '@/domain/order';
import { PARCEL_PROBLEMS } from '@/domain/parcel';
import { mayDo, type StaffRole } from '@/domain/staff';
import { useI18n, useLocale } from '@/locales/client';
import { courierText, dayText, momentText } from '@/locales/format';
import { desk, type DeskOutputs } from '@/trpc/desk';
import { Act } from '../../_components/act';
import classes from '../../_components/desk.module.css';
import { LossForm } from './loss-form';
import { ShippedForm } from './shipped-form';

export type Parcel = DeskOutputs['parcels']['list']['parcels'][number];

interface ParcelRowProps {
  parcel: Parcel;
  /** The names of the products in the language of the page, by code. */
  names: Readonly<Record<string, string>>;
  role: StaffRole;
}

/** A parcel: to whom, with what, its state, and what can be done about it. */
export function ParcelRow({ parcel, names, role }: ParcelRowProps) {
  const t = useI18n();
  const locale = useLocale();
  const { orderId, number, status, problem, to, items, courier, trackingNumber, trackingUrl } = parcel;
  const known = PARCEL_PROBLEMS.find((one) => one === problem);
  const mayChange = mayDo(role, 'parcels.change');
  const isOnWay = status === 'shipped' || status === 'delivered';
  return (
    <li className={classes.row}>
      <div>
        <p className={classes.strong}>{to ? `${to.name}, ${to.phone}` : t('deskParcels.noAddress')}</p>
        {to && (
          <p>
            {to.address} {to.postalCode}
          </p>
        )}
        <p>{items.map(({ sku, quantity }) => `${quantity} × ${names[sku] ?? sku}`).join(', ')}</p>
        {known && <p className={classes.strong}>{t(`deskParcels.problem.${known}`)}</p>}
        <p className="muted anywhere small">
          {orderNumberText(parcel.orderNumber)} · {orderId} ·{' '}
          {t('deskParcels.ordered', { date: dayText(parcel.paymentDate as Day, locale) })}
          {number > 1 && ` · ${t('deskParcels.number', { number })}`} · {t(`deskParcels.status.${status}`)}
          {parcel.shippedAt !== null &&
            ` · ${t('deskParcels.sentOn', { moment: momentText(parcel.shippedAt, locale) })}`}
          {courier !== null && ` · ${courierText(courier, locale)}`}{' '}
          {trackingUrl !== null ? (
            <a href={trackingUrl} className="tap">
              {trackingNumber}
            </a>
          ) : (
            trackingNumber
          )}
        </p>
      </div>
      {mayChange && (
        <details>
          <summary
            className={`tap ${classes.summary}`}
            aria-label={t('deskParcels.actOf', { name: to?.name ?? orderNumberText(parcel.orderNumber) })}
          >
            {t('deskParcels.act')}
          </summary>
          <div className={`stack-4 ${classes.form}`}>
            {!isOnWay && (
              <Act
                act={t('deskParcels.retry')}
                text={t('deskParcels.retryText')}
                run={() => desk.parcels.retry.mutate({ orderId })}
                done={t('deskParcels.retried')}
              />
            )}
            {!isOnWay && <ShippedForm orderId={orderId} />}
            {status !== 'delivered' && (
              <Act
                act={t('deskParcels.delivered')}
                text={t('deskParcels.deliveredText')}
                run={() => desk.parcels.markDelivered.mutate({ orderId })}
                done={t('deskParcels.deliveredDone')}
              />
            )}
            {isOnWay && (
              <LossForm
                orderId={orderId}
                number={number}
                refunded={parcel.refunded}
                mayRefund={mayDo(role, 'money.refund')}
              />
            )}
          </div>
        </details>
      )}
    </li>
  );
}
