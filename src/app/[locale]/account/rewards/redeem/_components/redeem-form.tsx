'use client';

import { useState } from 'react';
import { Button } from '@/components/button';
import { RadioList } from '@/components/forms/radio-list';
import { KeptNotice } from '@/components/session/kept-notice';
import { useKeptInput } from '@/components/session/use-kept-input';
import { DayText } from '@/components/values';
import type { Day } from '@/domain/day';
import { isProductCode, type ProductCode } from '@/domain/product';
import { useI18n, useLocale } from '@/locales/client';
import { dayText, nameText, sizeText } from '@/locales/format';
import { Fact, Facts } from '../../../_components/fact';
import type { Rewards } from '../../_components/balance';
import { PackArt } from '@/components/art/pack';
import type { Product } from './offer';
import classes from './redeem.module.css';

export interface Choice {
  productCode: ProductCode;
  orderId: string;
}

interface RedeemFormProps {
  view: Rewards;
  /** The products that can be redeemed for points. */
  offered: readonly Product[];
  products: readonly Product[];
  busy: boolean;
  onRedeem: (choice: Choice) => void;
}

/**
 * Lets the subscriber choose a free pack and the order that contains it. Explains the effect of the button.
 */
export function RedeemForm({ view, offered, products, busy, onRedeem }: RedeemFormProps) {
  const t = useI18n();
  const locale = useLocale();
  const { points, freeProduct, held } = view;
  const [productCode, setProduct] = useState<ProductCode | null>(null);
  const [requestedOrder, setRequestedOrder] = useState<string | null>(null);
  const [isMissing, setMissing] = useState(false);
  const order = freeProduct.orders.find(({ orderId }) => orderId === requestedOrder) ?? freeProduct.orders[0];
  const wasKept = useKeptInput('redeem', productCode && { productCode, orderId: requestedOrder }, (kept) => {
    if (offered.some(({ code }) => code === kept.productCode) && isProductCode(kept.productCode))
      setProduct(kept.productCode);
    if (typeof kept.orderId === 'string') setRequestedOrder(kept.orderId);
  });
  const product = offered.find(({ code }) => code === productCode);

  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    if (busy || !order) return;
    if (productCode !== null) return onRedeem({ productCode, orderId: order.orderId });
    setMissing(true);
    document.getElementById('free-product')?.focus();
  };

  return (
    <form noValidate className={`stack-5 mt-5 ${classes.form}`} onSubmit={submit}>
      <KeptNotice shown={wasKept} />
      <ProductChoice
        offered={offered}
        value={productCode}
        onChange={setProduct}
        error={isMissing && productCode === null ? t('rewards.redeem.missing') : null}
      />
      {freeProduct.orders.length > 1 && (
        <RadioList
          name="order"
          legend={t('rewards.redeem.order')}
          value={order?.orderId ?? null}
          onChange={setRequestedOrder}
          options={freeProduct.orders.map(({ orderId, paymentDate }) => ({
            value: orderId,
            label: dayText(paymentDate, locale),
          }))}
        />
      )}
      {held.map((other) => (
        <p key={other.orderId} className="note info">
          {t('rewards.redeem.has', {
            date: <DayText day={other.paymentDate} locale={locale} short />,
            product: products.find(({ code }) => code === other.productCode)?.name[locale] ?? '',
          })}
        </p>
      ))}
      {order && (
        <Summary
          name={product?.name[locale] ?? null}
          paymentDate={order.paymentDate}
          costs={freeProduct.points}
          left={points - freeProduct.points}
        />
      )}
      <p className="small">{t('rewards.redeem.keep')}</p>
      <Button type="submit" wide busy={busy}>
        {busy
          ? t('rewards.redeem.submitting')
          : t('rewards.redeem.submit', { points: t('common.points', { count: freeProduct.points }) })}
      </Button>
    </form>
  );
}

interface SummaryProps {
  /** The name of the chosen product, or null if none is chosen. */
  name: string | null;
  paymentDate: Day;
  costs: number;
  left: number;
}

function Summary({ name, paymentDate, costs, left }: SummaryProps) {
  const t = useI18n();
  const locale = useLocale();
  return (
    <section className="card" aria-labelledby="redeem-summary">
      <h2 id="redeem-summary" className={classes.summaryTitle}>
        {t('rewards.redeem.summary')}
      </h2>
      <Facts>
        <Fact term={t('rewards.redeem.product')}>{name ?? t('rewards.redeem.notChosen')}</Fact>
        <Fact term={t('rewards.redeem.rides')}>
          <DayText day={paymentDate} locale={locale} />
        </Fact>
        <Fact term={t('rewards.redeem.costs')}>{t('common.points', { count: costs })}</Fact>
        <Fact term={t('rewards.redeem.left')}>{t('common.points', { count: left })}</Fact>
      </Facts>
    </section>
  );
}

interface ProductChoiceProps {
  offered: readonly Product[];
  value: ProductCode | null;
  onChange: (productCode: ProductCode) => void;
  error: string | null;
}

/** Lets the subscriber choose one of the products that can be redeemed for points. */
function ProductChoice({ offered, value, onChange, error }: ProductChoiceProps) {
  const t = useI18n();
  const locale = useLocale();
  return (
    <RadioList
      name="product"
      id="free-product"
      legend={t('rewards.redeem.products')}
      value={value}
      onChange={onChange}
      error={error}
      options={offered.map((product) => ({
        value: product.code,
        label: nameText(product, locale),
        note: sizeText(product, locale),
        picture: <PackArt code={product.code} />,
      }))}
    />
  );
}
