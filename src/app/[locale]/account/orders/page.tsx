import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { SprigArt } from '@/components/art/scenes';
import { ArrivedHeading } from '@/components/arrived-heading';
import { pageNumber, pagePath, Paging } from '@/components/paging';
import { pageMetadata } from '@/locales/metadata';
import { localePath } from '@/locales/paths';
import { getI18n, pageLocale } from '@/locales/server';
import { api, requireSession } from '@/trpc/server';
import { isUnfinished } from '@/trpc/visitor';
import { OrderCard } from '../_components/order-card';
import classes from '../_components/orders.module.css';
import { UpcomingOrders } from '../_components/upcoming';
import { WidePage } from '../_components/wide-page';

export async function generateMetadata({ params }: PageProps<'/[locale]/account/orders'>): Promise<Metadata> {
  const locale = await pageLocale(params);
  const t = await getI18n();
  return pageMetadata({ locale, path: '/account/orders', title: t('orders.title'), personal: true });
}

export default async function OrdersPage({ params, searchParams }: PageProps<'/[locale]/account/orders'>) {
  const locale = await pageLocale(params);
  const page = pageNumber((await searchParams).page);
  const path = pagePath('/account/orders', page);
  const session = await requireSession(locale, localePath(locale, path));
  if (isUnfinished(session)) redirect(localePath(locale, '/register/payment'));
  const { pendingPayment } = session;
  const [t, { orders, catalogue }] = await Promise.all([getI18n(), api()]);
  const [{ orders: upcoming }, { today }, previous, products] = await Promise.all([
    orders.upcoming(),
    catalogue.today(),
    orders.previous({ page }),
    catalogue.everyProduct(),
  ]);

  return (
    <WidePage back={{ href: localePath(locale, '/account'), text: t('orders.toAccount') }}>
      <ArrivedHeading>{t('orders.title')}</ArrivedHeading>
      <div className={classes.columns}>
        <div className={classes.ahead}>
          {upcoming.length > 0 ? (
            <UpcomingOrders orders={upcoming} products={products} today={today} />
          ) : (
            <p className="muted mt-4">{t('orders.noneUpcoming')}</p>
          )}
        </div>
        <section aria-labelledby="previous-title">
          <h2 id="previous-title" className={`h2 mt-6 ${classes.title}`}>
            {t('orders.previous')}
          </h2>
          {previous.orders.length === 0 ? (
            <div className={`stack-2 ${classes.empty}`}>
              <SprigArt className={classes.sprig} />
              <h3>{t('orders.emptyTitle')}</h3>
              <p>{t('orders.emptyText')}</p>
            </div>
          ) : (
            <>
              <p className="muted">{t('orders.lead')}</p>
              <ul className="stack mt-4">
                {previous.orders.map((order) => (
                  <OrderCard
                    key={order.orderId}
                    order={order}
                    pending={pendingPayment?.orderId === order.orderId ? pendingPayment : null}
                    products={products}
                    locale={locale}
                  />
                ))}
              </ul>
            </>
          )}
          {previous.pages > 1 && (
            <Paging locale={locale} path="/account/orders" page={page} pages={previous.pages} />
          )}
        </section>
      </div>
    </WidePage>
  );
}
