import type { Metadata } from 'next';
import { UPCOMING_COUNT } from '@/domain/planner';
import { pageMetadata } from '@/locales/metadata';
import { getI18n, pageLocale } from '@/locales/server';
import classes from '../_components/before-after.module.css';
import { toCompared, type ComparedOrder } from '../_components/compared-order';
import { NotActive } from '../_components/not-active';
import { PlannedOrder } from '../_components/planned-order';
import { Screen } from '../_components/screen';
import { openSubscriberPage } from '../_components/subscriber';
import { SumOfOrders } from '../_components/sum-of-orders';

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
  const { status, procedures } = await openSubscriberPage(locale, PATH);
  const t = await getI18n();
  return (
    <Screen
      locale={locale}
      back={{ to: '/account/subscription', label: t('subscription.back') }}
      heading={t('subscription.year.title')}
      lead={status === 'active' ? t('subscription.year.lead') : undefined}
    >
      {status === 'active' ? (
        <YearAhead orders={(await procedures.subscription.yearAhead()).orders.map(toCompared)} />
      ) : (
        <NotActive locale={locale} />
      )}
    </Screen>
  );
}

async function YearAhead({ orders }: { orders: readonly ComparedOrder[] }) {
  const t = await getI18n();
  const [next, later] = [orders.slice(0, UPCOMING_COUNT), orders.slice(UPCOMING_COUNT)];
  return (
    <div className={`card mt-5 ${classes.card}`}>
      <Orders heading={t('subscription.change.before')} orders={next} />
      {later.length > 0 && <Orders heading={t('subscription.year.later')} orders={later} />}
      <p className={classes.sum}>
        <SumOfOrders orders={orders} />
      </p>
      {later.length > 0 && <p className="muted small mt-2">{t('subscription.year.prices')}</p>}
    </div>
  );
}

function Orders({ heading, orders }: { heading: string; orders: readonly ComparedOrder[] }) {
  return (
    <section>
      <h2 className="h3">{heading}</h2>
      <ol className={classes.list}>
        {orders.map((order) => (
          <li key={order.paymentDate} className={`row ${classes.line}`}>
            <PlannedOrder order={order} />
          </li>
        ))}
      </ol>
    </section>
  );
}
