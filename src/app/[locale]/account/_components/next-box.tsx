import { ClosedBoxArt, OpenBoxArt } from '@/components/art/box';
import { Baht, Contents, DayText } from '@/components/values';
import { canSkip } from '@/domain/order';
import type { Day } from '@/domain/day';
import type { Locale } from '@/domain/locale';
import type { SubscriptionStatus } from '@/domain/subscription';
import { contentsText } from '@/locales/format';
import { getI18n } from '@/locales/server';
import type { RouterOutputs } from '@/trpc/react';
import classes from './account.module.css';

type Order = RouterOutputs['account']['home']['upcoming'][number];
type Product = RouterOutputs['catalogue']['products'][number];

interface NextBoxProps {
  locale: Locale;
  upcoming: readonly Order[];
  status: SubscriptionStatus;
  products: readonly Product[];
  today: Day;
}

/** What comes next, when, and for how much: the first thing somebody opens their account for. */
export async function NextBox({ locale, upcoming, status, products, today }: NextBoxProps) {
  const t = await getI18n();
  const order = upcoming.find((candidate) => !candidate.skipped);
  if (!order) return <NoBox locale={locale} upcoming={upcoming} status={status} />;
  const contents = contentsText(order.items, products, locale);
  const mayStillSkip = canSkip({ status: 'upcoming', paymentDate: order.paymentDate }, today).allowed;
  return (
    <section className={classes.hero} aria-labelledby="next-title">
      <div className={classes.picture}>
        <OpenBoxArt items={order.items} title={t('account.next.pictured', { contents })} />
      </div>
      <div className={classes.words}>
        <h2 id="next-title" className={classes.kicker}>
          {t('account.next.title')}
        </h2>
        <p className={classes.date}>
          <DayText day={order.paymentDate} locale={locale} />
        </p>
        <dl className={classes.facts}>
          <div className={classes.fact}>
            <dt>{t('account.next.payOn')}</dt>
            <dd>
              <Baht satang={order.total} locale={locale} />
            </dd>
          </div>
          {order.receiveBy && (
            <div className={classes.fact}>
              <dt>{t('account.next.receiveBy')}</dt>
              <dd>
                <DayText day={order.receiveBy} locale={locale} />
              </dd>
            </div>
          )}
        </dl>
        <div className={classes.contents}>
          <h3 className="visually-hidden">{t('account.next.contents')}</h3>
          <p>
            <Contents items={order.items} products={products} locale={locale} />
          </p>
          {order.freeProduct && <p className={classes.muted}>{t('account.next.freeProduct')}</p>}
        </div>
        <p className={classes.until} data-over={mayStillSkip ? undefined : true}>
          {mayStillSkip
            ? t('account.next.skipUntil', { date: <DayText day={order.canSkipUntil} locale={locale} /> })
            : t('account.next.skipOver')}
        </p>
      </div>
    </section>
  );
}

async function NoBox({ locale, upcoming, status }: Pick<NextBoxProps, 'locale' | 'upcoming' | 'status'>) {
  const t = await getI18n();
  const last = upcoming.at(-1);
  return (
    <section className={classes.hero} aria-labelledby="next-title">
      <div className={classes.picture}>
        <ClosedBoxArt />
      </div>
      <div className={classes.words}>
        <h2 id="next-title">{t('account.next.noneTitle')}</h2>
        <p>
          {status === 'inactive' && t('account.next.inactiveText')}
          {status === 'cancelled' && t('account.next.cancelledText')}
          {last && t('account.next.allSkipped', { date: <DayText day={last.paymentDate} locale={locale} /> })}
        </p>
      </div>
    </section>
  );
}
