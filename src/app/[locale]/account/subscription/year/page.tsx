import type { Metadata } from 'next';
import { Baht, DayText } from '@/components/values';
import type { Locale } from '@/domain/locale';
import { UPCOMING_COUNT } from '@/domain/planner';
import type { OrderAhead } from '@/domain/year-ahead';
import { pageMetadata } from '@/locales/metadata';
import { getI18n, pageLocale } from '@/locales/server';
import { NotActive } from '../_components/not-active';
import { Screen } from '../_components/screen';
import { requireSubscriber } from '../_components/subscriber';
import { sumOf, toCompared } from '../_components/compared-order';
import classes from './year.module.css';

const PATH = '/account/subscription/year';

export async function generateMetadata({
  params,
}: PageProps<'/[locale]/account/subscription/year'>): Promise<Metadata> {
  const locale = await pageLocale(params);
  const t = await getI18n();
  return pageMetadata({ locale, path: PATH, title: t('subscription.year.title'), personal: true });
}

export default async function YearAheadPage({ params }: PageProps<'/[locale]/account/subscription/year'>) {
  const locale = await pageLocale(params);
  const { status, procedures } = await requireSubscriber(locale, PATH);
  const t = await getI18n();
  return (
    <Screen
      locale={locale}
      back={{ to: '/account/subscription', label: t('subscription.back') }}
      heading={t('subscription.year.title')}
      lead={status === 'active' ? t('subscription.year.lead') : undefined}
    >
      {status === 'active' ? (
        <YearAhead orders={(await procedures.subscription.yearAhead()).orders} locale={locale} />
      ) : (
        <NotActive locale={locale} />
      )}
    </Screen>
  );
}

async function YearAhead({ orders, locale }: { orders: readonly OrderAhead[]; locale: Locale }) {
  const t = await getI18n();
  const [next, later] = [orders.slice(0, UPCOMING_COUNT), orders.slice(UPCOMING_COUNT)];
  const { count, amount } = sumOf(orders.map(toCompared));
  return (
    <div className={classes.card}>
      <Orders heading={t('subscription.change.before')} orders={next} locale={locale} />
      {later.length > 0 && <Orders heading={t('subscription.year.later')} orders={later} locale={locale} />}
      <p className={classes.sum}>
        {t('subscription.year.sum', { count, amount: <Baht satang={amount} locale={locale} /> })}
      </p>
      {later.length > 0 && <p className={classes.note}>{t('subscription.year.prices')}</p>}
    </div>
  );
}

interface OrdersProps {
  heading: string;
  orders: readonly OrderAhead[];
  locale: Locale;
}

async function Orders({ heading, orders, locale }: OrdersProps) {
  const t = await getI18n();
  return (
    <section>
      <h2 className={classes.title}>{heading}</h2>
      <ol className={classes.list}>
        {orders.map(({ paymentDate, state, total }) => (
          <li key={paymentDate} className={classes.line} data-state={state}>
            <DayText day={paymentDate} locale={locale} />
            {state === 'skipped' || state === 'paused' ? (
              <span className={classes.tag}>{t(`subscription.change.${state}`)}</span>
            ) : (
              <Baht satang={total} locale={locale} />
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
