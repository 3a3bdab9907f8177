import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { ArrivedHeading } from '@/components/arrived-heading';
import { ByLink } from '@/components/payments/by-link';
import { DayText } from '@/components/values';
import { orderNumberText } from '@/domain/order';
import { dayText, sizedPacksText } from '@/locales/format';
import { pageMetadata } from '@/locales/metadata';
import { localePath } from '@/locales/paths';
import { getI18n, pageLocale } from '@/locales/server';
import { api, isRefusal, requireSubscriberSession } from '@/trpc/server';
import { OrderTags } from '../../_components/order-tags';
import { WidePage } from '../../_components/wide-page';
import { PackArt } from '@/components/art/pack';
import type { Locale } from '@/domain/locale';
import type { RouterOutputs } from '@/trpc/outputs';
import { OrderMoney } from '../_components/money';
import classes from '../_components/order.module.css';
import { Parcel } from '../_components/parcel';

type Props = PageProps<'/[locale]/account/orders/[orderId]'>;

/**
 * Returns the order. Returns null if the order is unknown or belongs to another account. Cached, because the
 * page and its title both need the order.
 */
const findOrder = cache(async (orderId: string) => {
  try {
    return await (await api()).orders.show({ orderId });
  } catch (error) {
    const isNothing = ['ORDER_NOT_FOUND', 'INPUT_INVALID', 'NOT_LOGGED_IN', 'NOT_ALLOWED'] as const;
    if (isNothing.some((code) => isRefusal(error, code))) return null;
    throw error;
  }
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const locale = await pageLocale(params);
  const { orderId } = await params;
  const [t, view] = await Promise.all([getI18n(), findOrder(orderId)]);
  const title = view
    ? t('order.title', { date: dayText(view.order.paymentDate, locale) })
    : t('common.notFoundTitle');
  return pageMetadata({ locale, path: `/account/orders/${orderId}`, title, personal: true });
}

export default async function OrderPage({ params }: Props) {
  const locale = await pageLocale(params);
  const { orderId } = await params;
  const { pendingPayment } = await requireSubscriberSession(locale, `/account/orders/${orderId}`);
  const [t, view, products] = await Promise.all([
    getI18n(),
    findOrder(orderId),
    api().then(({ catalogue }) => catalogue.everyProduct()),
  ]);
  if (!view) notFound();
  const { order } = view;
  const pending = pendingPayment?.orderId === orderId ? pendingPayment : null;
  return (
    <WidePage back={{ href: localePath(locale, '/account'), text: t('order.back') }}>
      <div className="actions">
        <ArrivedHeading>
          {t('order.title', { date: <DayText day={order.paymentDate} locale={locale} /> })}
        </ArrivedHeading>
        <OrderTags order={order} />
      </div>
      <div className={`stack-4 mt-5 ${classes.parts}`}>
        <div className={classes.column}>
          <section className={`card ${classes.part}`} aria-labelledby="parcel-title">
            <h2 id="parcel-title">{t('order.parcel')}</h2>
            <Parcel view={view} locale={locale} />
          </section>
          <section className={`card ${classes.part}`} aria-labelledby="contents-title">
            <h2 id="contents-title">{t('order.contents')}</h2>
            <OrderContents order={order} products={products} locale={locale} />
          </section>
        </div>
        <section className={`card ${classes.part}`} aria-labelledby="money-title">
          <h2 id="money-title">{t('order.payment')}</h2>
          <OrderMoney view={view} products={products} locale={locale} />
          {pending && <ByLink payment={pending} />}
        </section>
      </div>
      <p className="muted anywhere small mt-5">
        {t('order.number')} <span className="keep">{orderNumberText(order.orderNumber)}</span>
      </p>
    </WidePage>
  );
}

type Order = RouterOutputs['orders']['show']['order'];
type Product = RouterOutputs['catalogue']['products'][number];

interface ContentsProps {
  order: Order;
  products: readonly Product[];
  locale: Locale;
}

/** Shows the content of the box with pictures, including the free product. */
async function OrderContents({ order, products, locale }: ContentsProps) {
  const t = await getI18n();
  const free = products.find((product) => product.code === order.freeProduct);
  return (
    <ul className="stack">
      {order.items.map((item) => (
        <li key={item.productCode} className={classes.item}>
          <PackArt code={item.productCode} />
          <span>{sizedPacksText(item, products, locale)}</span>
        </li>
      ))}
      {free && (
        <li className={classes.item}>
          <PackArt code={free.code} />
          <span>
            {sizedPacksText({ productCode: free.code, quantity: 1 }, products, locale)}
            <br />
            <span className="muted">{t('order.free')}</span>
          </span>
        </li>
      )}
    </ul>
  );
}
