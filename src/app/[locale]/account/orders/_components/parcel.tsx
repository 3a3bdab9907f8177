import Link from 'next/link';
import { CopyableFact, CopyableFacts, PlainFact } from '@/components/copyable-facts';
import { DayText } from '@/components/values';
import { dayOf, type Day } from '@/domain/day';
import type { Locale } from '@/domain/locale';
import { SHIPMENT_STATUSES } from '@/domain/order';
import { ExternalMark } from '@/components/external-mark';
import { courierText, destinationText } from '@/locales/format';
import { localePath } from '@/locales/paths';
import { sheetPath } from '@/locales/sheet-path';
import { getI18n } from '@/locales/server';
import type { RouterOutputs } from '@/trpc/outputs';
import classes from './order.module.css';

type View = RouterOutputs['orders']['show'];

/** Shows the parcel of an order: its steps, the courier, and the reason for a delay. */
export async function Parcel({ view, locale }: { view: View; locale: Locale }) {
  return (
    <>
      <ParcelState view={view} locale={locale} />
      <Destination view={view} locale={locale} />
    </>
  );
}

/** Shows the own address of an order, and a link to the page that changes it. */
async function Destination({ view: { order }, locale }: { view: View; locale: Locale }) {
  const t = await getI18n();
  const isOpen = order.canChangeAddress && order.status === 'previous';
  return (
    <>
      {order.ownAddress && (
        <p className="muted mt-3">
          {t('order.goesTo', { address: destinationText({ ...order, ...order.ownAddress }) })}
        </p>
      )}
      {isOpen && (
        <p>
          <Link className="tap" href={localePath(locale, sheetPath('address', order.orderId))}>
            {t('order.sendElsewhere')}
          </Link>
        </p>
      )}
    </>
  );
}

async function ParcelState({ view, locale }: { view: View; locale: Locale }) {
  const t = await getI18n();
  const { order, parcel } = view;
  const { shipment } = order;
  if (!shipment || !parcel) return <NoParcel view={view} locale={locale} />;
  if (order.isStopped) return <p>{t('order.stopped')}</p>;
  const isSent = shipment.status === 'shipped' || shipment.status === 'delivered';
  const before = parcel.earlier.at(-1);
  return (
    <>
      {before && <p>{t(`order.sentAgain.${before.loss}`)}</p>}
      {parcel.loss && <p>{t(`order.refundedFor.${parcel.loss}`)}</p>}
      <Steps view={view} locale={locale} />
      {parcel.isLookedAfter && shipment.status !== 'delivered' && (
        <p className="muted mt-3">{t('order.lookedAfter')}</p>
      )}
      {isSent && <Tracking shipment={shipment} locale={locale} />}
      {!parcel.isTaken && shipment.status === 'preparing' && !order.ownAddress && (
        <p className="muted mt-3">
          {t('order.notTaken')}{' '}
          <Link href={localePath(locale, '/account/details/address')}>{t('order.changeAddress')}</Link>
        </p>
      )}
      {parcel.earlier.map((earlier) => (
        <EarlierParcel key={earlier.replacedAt.getTime()} parcel={earlier} locale={locale} />
      ))}
    </>
  );
}

interface EarlierParcelProps {
  parcel: NonNullable<View['parcel']>['earlier'][number];
  locale: Locale;
}

/** Shows an earlier parcel that was lost or damaged, so that the order was sent again. */
async function EarlierParcel({ parcel, locale }: EarlierParcelProps) {
  const t = await getI18n();
  const { courier, trackingNumber, shippedAt, replacedAt, loss } = parcel;
  return (
    <div className={classes.tracking}>
      <h3>{t('order.earlier')}</h3>
      <CopyableFacts>
        {trackingNumber !== null && (
          <PlainFact name={courier === null ? t('order.trackingNumber') : courierText(courier, locale)}>
            {trackingNumber}
          </PlainFact>
        )}
        {shippedAt && (
          <PlainFact name={t('order.earlierSent')}>
            <DayText day={dayOf(shippedAt)} locale={locale} />
          </PlainFact>
        )}
        <PlainFact name={t('order.earlierEnd')}>
          {t(`order.earlierLoss.${loss}`, {
            date: <DayText day={dayOf(replacedAt)} locale={locale} />,
          })}
        </PlainFact>
      </CopyableFacts>
    </div>
  );
}

interface NoParcelProps {
  view: View;
  locale: Locale;
}

/** Explains why an order has no parcel yet, or will never have one. */
async function NoParcel({ view: { order, returned }, locale }: NoParcelProps) {
  const t = await getI18n();
  const { skipped, status, payment, receiveBy } = order;
  if (skipped) return <p>{t('order.skipped')}</p>;
  if (status === 'previous' && payment === null)
    return <p>{t(returned > 0 ? 'order.notKept' : 'order.notSent')}</p>;
  return (
    <>
      <p>{t('order.notYet')}</p>
      {receiveBy && <p>{t('order.by', { date: <DayText day={receiveBy} locale={locale} /> })}</p>}
    </>
  );
}

async function Steps({ view: { order, paidOn, parcel }, locale }: { view: View; locale: Locale }) {
  const t = await getI18n();
  const isFirst = parcel?.earlier.length === 0;
  const at = SHIPMENT_STATUSES.indexOf(order.shipment?.status ?? 'preparing');
  const days: Partial<Record<(typeof SHIPMENT_STATUSES)[number], Day | null>> = {
    shipped: parcel?.shippedAt && dayOf(parcel.shippedAt),
    delivered: parcel?.deliveredAt && dayOf(parcel.deliveredAt),
  };
  return (
    <ol className={classes.steps}>
      {SHIPMENT_STATUSES.map((status, n) => {
        const day = days[status];
        const isDone = n < at || status === 'delivered' ? n <= at : false;
        return (
          <li
            key={status}
            className={classes.step}
            data-state={isDone ? 'done' : n === at ? 'now' : 'ahead'}
            aria-current={n === at ? 'step' : undefined}
          >
            <span className={classes.stepName}>{t(`order.steps.${status}`)}</span>
            {isDone && <span className="visually-hidden">{t('order.done')}</span>}
            {day && (
              <span className="muted small">
                {t('order.on', { date: <DayText day={day} locale={locale} short /> })}
              </span>
            )}
            {status === 'preparing' && paidOn && isFirst && (
              <span className="muted small">
                {t('order.paidOn', { date: <DayText day={paidOn} locale={locale} short /> })}
              </span>
            )}
            {status === 'delivered' && !day && order.receiveBy && isFirst && (
              <span className="muted small">
                {t('order.by', { date: <DayText day={order.receiveBy} locale={locale} short /> })}
              </span>
            )}
          </li>
        );
      })}
    </ol>
  );
}

interface TrackingProps {
  shipment: NonNullable<View['order']['shipment']>;
  locale: Locale;
}

async function Tracking({ shipment, locale }: TrackingProps) {
  const t = await getI18n();
  const { courier, trackingNumber, trackingUrl, status } = shipment;
  if (trackingNumber === null)
    return status === 'delivered' ? null : <p className="muted mt-3">{t('order.noNumber')}</p>;
  return (
    <>
      <div className={classes.tracking}>
        <CopyableFacts>
          {courier !== null && (
            <PlainFact name={t('order.courier')}>{courierText(courier, locale)}</PlainFact>
          )}
          <CopyableFact name={t('order.trackingNumber')} text={trackingNumber} t={t}>
            {trackingNumber}
          </CopyableFact>
        </CopyableFacts>
      </div>
      {trackingUrl !== null && (
        <p>
          <a className="tap" href={trackingUrl} rel="noreferrer">
            {courier === null
              ? t('order.followAnywhere')
              : t('order.follow', { courier: courierText(courier, locale) })}
            <ExternalMark label={t('common.leaves')} />
          </a>
        </p>
      )}
    </>
  );
}
