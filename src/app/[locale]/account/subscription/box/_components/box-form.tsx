'use client';

import { useEffect, useState } from 'react';
import { Amounts, Lines } from '@/components/box/amounts';
import { BoxBuilder } from '@/components/box/box-builder';
import type { CataloguePlan, CatalogueProduct } from '@/components/box/catalogue';
import { LivelyBox } from '@/components/box/lively-box';
import { PriceBar } from '@/components/box/price-bar';
import { Button } from '@/components/button';
import { priceBox, type BoxItem } from '@/domain/box';
import { totals } from '@/domain/price';
import { isDeliveredFree } from '@/domain/plan';
import { useI18n, useLocale } from '@/locales/client';
import { contentsText } from '@/locales/format';
import type { View } from '../../../_components/subscription-view';
import { BeforeAfter } from '../../_components/before-after';
import { ChangeNotices } from '../../_components/change-notices';
import screen from '../../_components/screen.module.css';
import classes from './box-form.module.css';
import { BoxNotices } from './box-notices';
import { firstChanged, isUsual, singleOrder, type Scope } from './box-scope';
import { ScopeChoice } from './scope-choice';
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
  const details = sum && (
    <>
      <Lines items={items} products={products} />
      <Amounts totals={sum} />
    </>
  );

  return (
    <>
      <BoxNotices orders={upcomingOrders} scope={scope} isClosedToday={isClosedToday} />
      <div className={screen.columns}>
        <div>
          {single && (
            <ScopeChoice orders={upcomingOrders} order={single} value={scope} onChange={change.setScope} />
          )}
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
            onChange={change.setItems}
            error={!isValid && emptyTries > 0 ? t('box.emptyHint') : null}
          />
        </div>
        <div className={screen.beside}>
          <div className={classes.summary}>
            <div className={classes.picture}>
              <LivelyBox
                items={items}
                title={
                  isValid
                    ? t('box.pictured', { contents: contentsText(items, products, locale) })
                    : t('box.empty')
                }
              />
            </div>
            {sum && (
              <div className={classes.amounts}>
                {details}
                <p className="lead small">
                  {t('box.points', { points: t('common.points', { count: sum.points }) })}
                </p>
              </div>
            )}
          </div>
          <BeforeAfter before={upcomingOrders} preview={change.preview} ofBox={order ? 'one' : 'every'} />
        </div>
        <div className={classes.finish}>
          <ChangeNotices {...change} />
          <PriceBar
            totals={sum}
            note={
              first && sum
                ? differenceText(first, { upcomingOrders: [{ ...first, total: sum.total }] }, scope)
                : ''
            }
            details={details}
          >
            <Button onClick={confirm} busy={change.busy} off={isValid && change.isSame}>
              {submitText()}
            </Button>
          </PriceBar>
        </div>
      </div>
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
