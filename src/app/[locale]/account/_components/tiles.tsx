import Link from 'next/link';
import { CardArt } from '@/components/art/scenes';
import { Baht, DayText } from '@/components/values';
import type { Locale } from '@/domain/locale';
import { FREE_PRODUCT_POINTS } from '@/domain/points';
import { expiryText } from '@/locales/format';
import { localePath } from '@/locales/paths';
import { getI18n } from '@/locales/server';
import type { RouterOutputs } from '@/trpc/react';
import classes from './account.module.css';

type Home = RouterOutputs['account']['home'];

/** What else belongs to the account, a tile each. */
export async function Tiles({ locale, home }: { locale: Locale; home: Home }) {
  const t = await getI18n();
  return (
    <div className={classes.tiles}>
      <Rewards home={home} />
      <Payment home={home} />
      <Delivery home={home} locale={locale} />
      <section className={classes.tile}>
        <h2>{t('account.previous.title')}</h2>
        {home.lastPaid && (
          <p>
            {t('account.previous.last')}: <DayText day={home.lastPaid.paymentDate} locale={locale} short />,{' '}
            <Baht satang={home.lastPaid.total} locale={locale} />
          </p>
        )}
        <p>
          <Link href={localePath(locale, '/account/orders')}>{t('account.previous.all')}</Link>
        </p>
      </section>
    </div>
  );
}

async function Rewards({ home }: { home: Home }) {
  const t = await getI18n();
  const missing = Math.max(0, FREE_PRODUCT_POINTS - home.points);
  const share = Math.min(100, Math.round((home.points / FREE_PRODUCT_POINTS) * 100));
  return (
    <section className={classes.tile}>
      <h2>{t('account.rewards.title')}</h2>
      <p className={classes.big}>{t('common.points', { count: home.points })}</p>
      <div className={classes.meter} aria-hidden>
        <span style={{ width: `${share}%` }} />
      </div>
      <p className={classes.muted}>
        {missing === 0
          ? t('account.rewards.ready')
          : t('account.rewards.toGo', { points: t('common.points', { count: missing }) })}
      </p>
    </section>
  );
}

async function Payment({ home }: { home: Home }) {
  const t = await getI18n();
  const card = home.cards.find((candidate) => candidate.isDefault) ?? home.cards[0];
  return (
    <section className={classes.tile}>
      <h2>{t('account.payment.title')}</h2>
      {home.subscription?.paymentMethod === 'offline' && <p>{t('account.payment.offline')}</p>}
      {home.subscription?.paymentMethod !== 'offline' && !card && <p>{t('account.payment.none')}</p>}
      {home.subscription?.paymentMethod !== 'offline' && card && (
        <>
          <div className={classes.card}>
            <CardArt />
            <div>
              <p>{t('account.payment.ending', { brand: card.brand, digits: card.lastDigits })}</p>
              <p className={classes.muted}>{t('account.payment.expires', { expiry: expiryText(card) })}</p>
            </div>
          </div>
          {card.status === 'nearly_expired' && (
            <p className={classes.warning}>{t('account.payment.nearlyText')}</p>
          )}
          {card.status === 'expired' && (
            <p className={classes.warning} data-expired>
              {t('account.payment.expiredText')}
            </p>
          )}
        </>
      )}
    </section>
  );
}

async function Delivery({ home, locale }: { home: Home; locale: Locale }) {
  const t = await getI18n();
  const place = home.delivery;
  return (
    <section className={classes.tile}>
      <h2>{t('account.delivery.title')}</h2>
      {place && (
        <p>
          {[place.address, place.subdistrict, place.district, place.province, place.postalCode]
            .filter(Boolean)
            .join(', ')}
        </p>
      )}
      {home.subscription && (
        <p className={classes.muted}>
          {t('account.delivery.frequency', {
            frequency: t(`common.perMonths${home.subscription.frequency as 1}`),
            day: home.subscription.paymentDay,
          })}
          {home.subscription.deliveryFee !== null && (
            <>
              {' · '}
              {home.subscription.deliveryFee === 0
                ? t('account.delivery.free')
                : t('account.delivery.fee', {
                    fee: <Baht satang={home.subscription.deliveryFee} locale={locale} short />,
                  })}
            </>
          )}
        </p>
      )}
    </section>
  );
}
