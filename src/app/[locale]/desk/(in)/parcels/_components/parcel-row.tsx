'use client';

import Link from 'next/link';
import type { Day } from '@/domain/day';
import { orderNumberText } from '@/domain/order';
import { PARCEL_PROBLEMS } from '@/domain/parcel';
import { mayDo, type StaffRole } from '@/domain/staff';
import { useI18n, useLocale } from '@/locales/client';
import { courierText, dayText, momentText } from '@/locales/format';
import { localePath } from '@/locales/paths';

import deskClasses from '../../_components/desk.module.css';
import type { Parcel } from './parcel';
import { ParcelActs } from './parcel-acts';
import classes from './parcels.module.css';

interface ParcelRowProps {
  parcel: Parcel;
  /** The names of the products in the language of the page, by code. */
  names: Readonly<Record<string, string>>;
  role: StaffRole;
  selected: boolean;
  /** Undefined for a role that may not act. */
  onSelect: (() => void) | undefined;
}

/** A parcel: to whom, with what, its state, and what can be done about it. */
export function ParcelRow({ parcel, names, role, selected, onSelect }: ParcelRowProps) {
  const t = useI18n();
  const locale = useLocale();
  const { number, status, problem, to, items, courier, trackingNumber, trackingUrl } = parcel;
  const order = orderNumberText(parcel.orderNumber);
  const known = PARCEL_PROBLEMS.find((one) => one === problem);
  const isUnsent = status === 'preparing' || status === 'packed';
  const name = to?.name ?? t('deskParcels.noAddress');
  return (
    <li className={classes.row} data-row data-selected={selected || undefined}>
      {onSelect && (
        <label className={classes.box}>
          <input
            type="checkbox"
            checked={selected}
            onChange={onSelect}
            aria-label={t('deskParcels.select', { order })}
          />
        </label>
      )}
      <div>
        <p className={classes.who}>
          {order}{' '}
          {mayDo(role, 'subscribers.read') ? (
            <Link href={localePath(locale, `/desk/subscribers/${parcel.accountId}`)}>{name}</Link>
          ) : (
            name
          )}
        </p>
        {to && (
          <p className="small">
            {to.address} {to.postalCode}, {to.phone}
          </p>
        )}
        <p className="muted small">
          {t('deskParcels.ordered', { date: dayText(parcel.paymentDate as Day, locale) })}
          {number > 1 && ` · ${t('deskParcels.number', { number })}`} · {t(`deskParcels.status.${status}`)}
          {parcel.shippedAt !== null &&
            ` · ${t('deskParcels.sentOn', { moment: momentText(parcel.shippedAt, locale) })}`}
          {courier !== null && ` · ${courierText(courier, locale)}`}{' '}
          {trackingUrl !== null ? <a href={trackingUrl}>{trackingNumber}</a> : trackingNumber}
        </p>
      </div>
      <div className={classes.contents}>
        {items.map(({ sku, quantity }) => (
          <span key={sku}>
            <span className={classes.colour} data-product={sku} aria-hidden />
            {quantity} {names[sku] ?? sku}
          </span>
        ))}
        {known && known !== 'by_hand' && <p className={classes.warn}>{t(`deskParcels.problem.${known}`)}</p>}
        {isUnsent && parcel.isHeld && <p className={classes.warn}>{t('deskParcels.heldHere')}</p>}
        {isUnsent && parcel.isFirst && <p className={classes.warn}>{t('deskParcels.firstBox')}</p>}
        {isUnsent && parcel.isDisputed && (
          <p className={classes.warn} data-stop>
            {t('deskParcels.disputedHere')}
          </p>
        )}
        {isUnsent && !parcel.isOwed && (
          <p className={classes.warn} data-stop>
            {t('deskParcels.cancelledHere')}
          </p>
        )}
      </div>
      {mayDo(role, 'parcels.change') && (
        <details className={classes.acts} data-step>
          <summary
            className={`tap ${deskClasses.summary}`}
            aria-label={t('deskParcels.actOf', { name: to?.name ?? order })}
          >
            {t('deskParcels.act')}
          </summary>
          <ParcelActs parcel={parcel} mayRefund={mayDo(role, 'money.refund')} />
        </details>
      )}
    </li>
  );
}
