'use client';

import { useEffect, useState } from 'react';
import { BoxBuilder } from '@/components/box/box-builder';
import type { CataloguePlan, CatalogueProduct } from '@/components/box/catalogue';
import { Button } from '@/components/button';
import { Baht, DayText } from '@/components/values';
import { priceBox, type BoxItem } from '@/domain/box';
import { totals } from '@/domain/price';
import { isDeliveredFree } from '@/domain/plan';
import { useI18n, useLocale } from '@/locales/client';
import type { View } from '../_components/subscription-view';
import { ChangeStrip } from './change-strip';
import { ChangeNotices } from './change-notices';
import { SheetFoot } from './sheet';
import { Notice } from '@/components/notice';
import type { UpcomingOrder } from './use-change';
import { firstChanged, isUsual, singleOrder, type Scope } from './box-scope';
import { RadioList } from '@/components/forms/radio-list';
import { dayText } from '@/locales/format';
import { useBoxChange, useDifferenceText } from './use-box-change';

interface BoxFormProps {
  initial: View;
  products: readonly CatalogueProduct[];
  plans: readonly CataloguePlan[];
  /** The delivery fees in satang, before free delivery of a plan is applied. Null if there is no address. */
  fees: Record<Scope, number | null>;
  /** Whether today is a payment date. The box of that order cannot be changed. */
  isClosedToday: boolean;
  /** The order whose own contents the page was opened for; null without one. */
  requestedId: string | null;
}

/** Changes every box, or the box of one order. Shows the new price and the affected orders. */
export function BoxForm({ initial, products, plans, fees, isClosedToday, requestedId }: BoxFormProps) {
  const t = useI18n();
  const locale = useLocale();
  const differenceText = useDifferenceText();
  const [emptyTries, setEmptyTries] = useState(0);
  const change = useBoxChange(initial, products, requestedId);
  const { scope, order, items, isValid } = change;
  const { upcomingOrders } = change.view;
  const single = singleOrder(change.view, requestedId);
  const sum = isValid ? priceOf({ items, products, plans, fee: fees[scope] }) : null;
  const first = order ?? firstChanged(upcomingOrders);

  useEffect(() => {
    if (emptyTries > 0) document.getElementById('box-error')?.focus();
  }, [emptyTries]);

  const confirm = () => {
    if (isValid) return void change.confirm();
    setEmptyTries((tries) => tries + 1);
  };
  return (
    <>
      <BoxNotices orders={upcomingOrders} scope={scope} isClosedToday={isClosedToday} />
      {order?.ownBox && !isUsual(change.view, items) && (
        <div className="mt-3">
          <Button look="secondary" onClick={() => change.setItems(change.view.subscription.items)}>
            {t('subscription.box.usual')}
          </Button>
        </div>
      )}
      <BoxBuilder
        products={products}
        plans={plans}
        items={items}
        held={change.held}
        compact
        onChange={change.setItems}
        error={!isValid && emptyTries > 0 ? t('box.emptyHint') : null}
      />
      {single && (
        <ScopeChoice orders={upcomingOrders} order={single} value={scope} onChange={change.setScope} />
      )}
      <SheetFoot>
        <ChangeNotices {...change} />
        {!change.isSame && <ChangeStrip preview={change.preview} ofBox />}
        <p className="row">
          <span className="muted small">
            {sum ? t('box.points', { points: t('common.points', { count: sum.points }) }) : t('box.nothing')}
          </span>
          {sum && (
            <strong>
              <Baht satang={sum.total} locale={locale} />
              {first && (
                <span className="muted small block">
                  {differenceText(first, { upcomingOrders: [{ ...first, total: sum.total }] }, scope)}
                </span>
              )}
            </strong>
          )}
        </p>
        <Button wide onClick={confirm} busy={change.busy} off={isValid && change.isSame}>
          {submitText()}
        </Button>
      </SheetFoot>
    </>
  );

  function submitText(): string {
    if (change.busy) return t('subscription.change.saving');
    return t(order ? 'subscription.box.submitOnce' : 'subscription.box.submit');
  }
}

function priceOf({
  items,
  products,
  plans,
  fee,
}: Pick<BoxFormProps, 'products' | 'plans'> & { items: BoxItem[]; fee: number | null }) {
  const isFree = isDeliveredFree(items, plans, products);
  return totals({ box: priceBox(items, products), deliveryFee: isFree ? 0 : fee, code: null });
}

interface BoxNoticesProps {
  orders: readonly UpcomingOrder[];
  scope: Scope;
  /** Whether today is a payment date. The box of that order cannot be changed. */
  isClosedToday: boolean;
}

/** Names the orders that a change of the box does not apply to. */
function BoxNotices({ orders, scope, isClosedToday }: BoxNoticesProps) {
  const t = useI18n();
  const locale = useLocale();
  return (
    <>
      {isClosedToday && <Notice tone="info">{t('subscription.change.today')}</Notice>}
      {orders.map(({ orderId, paymentDate, freeProduct, ownBox }) => {
        const isOwn = ownBox && scope === 'always';
        if (freeProduct === null && !isOwn) return null;
        const key = freeProduct === null ? 'ownNotice' : 'freeNotice';
        return (
          <Notice key={orderId} tone="info">
            {t(`subscription.change.${key}`, { date: <DayText day={paymentDate} locale={locale} /> })}
          </Notice>
        );
      })}
    </>
  );
}

interface ScopeChoiceProps {
  orders: readonly UpcomingOrder[];
  /** The order whose contents can be changed alone. */
  order: UpcomingOrder;
  value: Scope;
  onChange: (scope: Scope) => void;
}

/** Asks whether every box changes or only the box of one order. */
function ScopeChoice({ orders, order, value, onChange }: ScopeChoiceProps) {
  const t = useI18n();
  const locale = useLocale();
  const first = firstChanged(orders);
  return (
    <RadioList<Scope>
      name="scope"
      legend={t('subscription.box.scope')}
      value={value}
      onChange={onChange}
      options={[
        {
          value: 'always',
          label: t('subscription.box.always'),
          note: first && t('subscription.box.alwaysNote', { date: dayText(first.paymentDate, locale) }),
        },
        {
          value: 'once',
          label: t('subscription.box.once', { date: dayText(order.paymentDate, locale) }),
          note: t('subscription.box.onceNote'),
        },
      ]}
    />
  );
}
