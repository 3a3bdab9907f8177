import Link from 'next/link';
import { CardArt } from '@/components/art/scenes';
import { ExternalMark } from '@/components/external-mark';
import { Baht, DayText } from '@/components/values';
import type { Locale } from '@/domain/locale';
import { FREE_PRODUCT_POINTS } from '@/domain/points';
import { addressText, expiryText } from '@/locales/format';
import { localePath } from '@/locales/paths';
import { getI18n } from '@/locales/server';
import type { RouterOutputs } from '@/trpc/outputs';
import classes from './account.module.css';

type Home = RouterOutputs['account']['home'];

interface TileProps {
  locale: Locale;
  home: Home;
}

/** Links to the other parts of the account, with one tile for each part. */
export function Tiles({ locale, home }: TileProps) {
  return (
    <div className={`stack-4 mt-6 ${classes.tiles}`}>
      <Subscription home={home} locale={locale} />
      <Payment home={home} locale={locale} />
      <Delivery home={home} locale={locale} />
      <Previous home={home} locale={locale} />
      <Rewards home={home} locale={locale} />
    </div>
  );
}

function Way({ locale, to, children }: { locale: Locale; to: string; children: React.ReactNode }) {
  return (
    <p className={classes.way}>
      <Link className="tap" href={localePath(locale, to)}>
        {children}
      </Link>
    </p>
  );
}

async function Subscription({ locale, home: { subscription } }: TileProps) {
  const t = await getI18n();
  if (!subscription) return null;
  const { status, frequency, paymentDay, boxPrice, deliveryFee } = subscription;
  const isActive = status === 'active';
  return (
    <section className={`card ${classes.tile}`}>
      <h2>{t('account.subscription.title')}</h2>
      <p>
        {t('account.delivery.frequency', {
          frequency: t(`common.perMonths${frequency as 1}`),
          day: paymentDay,
        })}
      </p>
      <p className="muted small">
        {t('account.subscription.price', {
          amount: <Baht satang={boxPrice + (deliveryFee ?? 0)} locale={locale} />,
        })}
      </p>
      {status !== 'awaiting_payment' && (
        <Way locale={locale} to={isActive ? '/account/subscription' : '/account/subscription/reactivate'}>
          {t(`account.subscription.${isActive ? 'manage' : 'reactivate'}`)}
        </Way>
      )}
    </section>
  );
}

async function Rewards({ home, locale }: TileProps) {
  const t = await getI18n();
  const missing = Math.max(0, FREE_PRODUCT_POINTS - home.points);
  const share = Math.min(100, Math.round((home.points / FREE_PRODUCT_POINTS) * 100));
  return (
    <section className={`card ${classes.tile}`}>
      <h2>{t('account.rewards.title')}</h2>
      <p className="h1">{t('common.points', { count: home.points })}</p>
      <div className={classes.meter} aria-hidden>
        <span style={{ width: `${share}%` }} />
      </div>
      <p className="muted small">
        {missing === 0
          ? t('account.rewards.ready')
          : t('account.rewards.toGo', { points: t('common.points', { count: missing }) })}
      </p>
      <Way locale={locale} to="/account/rewards">
        {t('rewards.manage')}
      </Way>
    </section>
  );
}

async function Payment({ locale, home }: TileProps) {
  const t = await getI18n();
  const card = home.cards.find((candidate) => candidate.isDefault) ?? home.cards[0];
  const isOffline = home.subscription?.paymentMethod === 'offline';
  return (
    <section className={`card ${classes.tile}`}>
      <h2>{t('account.payment.title')}</h2>
      {isOffline && <p>{t('account.payment.offline')}</p>}
      {!isOffline && !card && <p>{t('account.payment.none')}</p>}
      {!isOffline && card && (
        <>
          <div className={classes.card}>
            <CardArt />
            <div>
              <p>{t('account.payment.ending', { brand: card.brand, digits: card.lastDigits })}</p>
              <p className="muted small">{t('account.payment.expires', { expiry: expiryText(card) })}</p>
            </div>
          </div>
          {card.status === 'nearly_expired' && (
            <p className="note waiting small mt-2">{t('account.payment.nearlyText')}</p>
          )}
          {card.status === 'expired' && (
            <p className="note bad small mt-2">{t('account.payment.expiredText')}</p>
          )}
        </>
      )}
      <Way locale={locale} to="/account/cards">
        {t('account.payment.manage')}
      </Way>
    </section>
  );
}

async function Delivery({ locale, home: { delivery, subscription } }: TileProps) {
  const t = await getI18n();
  const fee = subscription?.deliveryFee ?? null;
  return (
    <section className={`card ${classes.tile}`}>
      <h2>{t('account.delivery.title')}</h2>
      {delivery && <p>{addressText(delivery)}</p>}
      {fee !== null && (
        <p className="muted small">
          {fee === 0
            ? t('account.delivery.free')
            : t('account.delivery.fee', { fee: <Baht satang={fee} locale={locale} short /> })}
        </p>
      )}
      <Way locale={locale} to="/account/details">
        {t('account.delivery.manage')}
      </Way>
    </section>
  );
}

async function Previous({ locale, home: { lastPaid } }: TileProps) {
  const t = await getI18n();
  return (
    <section className={`card ${classes.tile}`}>
      <h2>{t('account.previous.title')}</h2>
      {lastPaid ? (
        <p>
          {t('account.previous.last', {
            date: (
              <Link href={localePath(locale, `/account/orders/${lastPaid.orderId}`)}>
                <DayText day={lastPaid.paymentDate} locale={locale} short />
              </Link>
            ),
            amount: <Baht satang={lastPaid.total} locale={locale} />,
          })}
        </p>
      ) : (
        <p>{t('account.previous.none')}</p>
      )}
      {lastPaid?.shipment && (
        <p className="muted small">
          {t(`orders.shipment.${lastPaid.shipment.status}`)}
          {lastPaid.shipment.trackingUrl && (
            <>
              {' · '}
              <a href={lastPaid.shipment.trackingUrl} rel="noreferrer" className="tap">
                {t('orders.track')}
                <ExternalMark label={t('common.leaves')} />
              </a>
            </>
          )}
        </p>
      )}
      <Way locale={locale} to="/account/orders">
        {t('account.previous.all')}
      </Way>
    </section>
  );
}
