'use client';

import { useEffect, useState } from 'react';
import { Amounts, Lines } from '@/components/box/amounts';
import { BoxBuilder } from '@/components/box/box-builder';
import type { CataloguePlan, CatalogueProduct } from '@/components/box/catalogue';
import { LivelyBox } from '@/components/box/lively-box';
import { PriceBar } from '@/components/box/price-bar';
import { Button } from '@/components/button';
import { Notice } from '@/components/notice';
import { unbroken } from '@/components/steady';
import { DayText } from '@/components/values';
import { checkBox, isSameBox, mayHold, priceBox, type BoxItem } from '@/domain/box';
import { totals } from '@/domain/price';
import { isDeliveredFree } from '@/domain/plan';
import { useI18n, useLocale } from '@/locales/client';
import { bahtText, contentsText, shortDayText } from '@/locales/format';
import { trpc } from '@/trpc/react';
import type { View } from '../../../_components/subscription-view';
import { BeforeAfter } from '../../_components/before-after';
import { ChangeNotices } from '../../_components/change-notices';
import screen from '../../_components/screen.module.css';
import { useChange, type UpcomingOrder } from '../../_components/use-change';
import classes from './box-form.module.css';

interface BoxFormProps {
  initial: View;
  products: readonly CatalogueProduct[];
  plans: readonly CataloguePlan[];
  /** The delivery fee in satang, before free delivery of a plan is applied. Null if there is no address. */
  fee: number | null;
  /** Whether today is a payment date. The box of that order cannot be changed. */
  isClosedToday: boolean;
}

/** Changes the box. Shows the new price and the affected orders. */
export function BoxForm({ initial, products, plans, fee, isClosedToday }: BoxFormProps) {
  const t = useI18n();
  const locale = useLocale();
  const [items, setItems] = useState<BoxItem[]>(initial.subscription.items);
  const [emptyTries, setEmptyTries] = useState(0);
  const mayBeSent = ({ subscription }: View) => checkBox(items, products, subscription.items).allowed;
  const change = useChange({
    kind: 'box',
    initial,
    input: (view) => (!mayBeSent(view) || isSameBox(items, view.subscription.items) ? null : { items }),
    send: trpc.subscription.changeBox.mutate,
    done: (before, after) => {
      const difference = differenceText(firstChanged(before.upcomingOrders), after.upcomingOrders);
      return difference === '' ? t('subscription.box.done') : t('subscription.box.doneWith', { difference });
    },
    undo: {
      send: (before, after) =>
        trpc.subscription.changeBox.mutate({
          items: before.subscription.items,
          version: after.subscription.version,
        }),
      done: t('subscription.box.undone'),
    },
    choose: (kept) =>
      kept.items &&
      setItems(kept.items.filter((item) => mayHold(item, products, initial.subscription.items))),
  });
  const { upcomingOrders, subscription } = change.view;
  const isEmpty = !mayBeSent(change.view);
  const sum = isEmpty ? null : priceOf({ items, products, plans, fee });
  const first = firstChanged(upcomingOrders);
  const withFree = upcomingOrders.filter((order) => order.freeProduct !== null);

  useEffect(() => {
    if (emptyTries > 0) document.getElementById('box-error')?.focus();
  }, [emptyTries]);

  const choose = (chosen: BoxItem[]) => {
    setItems(chosen);
    change.forgive();
  };
  const confirm = () => {
    if (!isEmpty) return void change.confirm();
    setEmptyTries((tries) => tries + 1);
  };

  return (
    <>
      {isClosedToday && <Notice tone="info">{t('subscription.change.today')}</Notice>}
      {withFree.map(({ orderId, paymentDate }) => (
        <Notice key={orderId} tone="info">
          {t('subscription.change.freeNotice', { date: <DayText day={paymentDate} locale={locale} /> })}
        </Notice>
      ))}
      <div className={screen.columns}>
        <div>
          <BoxBuilder
            products={products}
            plans={plans}
            items={items}
            held={subscription.items}
            onChange={choose}
            error={isEmpty && emptyTries > 0 ? t('box.emptyHint') : null}
          />
        </div>
        <div className={screen.beside}>
          <div className={classes.summary}>
            <div className={classes.picture}>
              <LivelyBox
                items={items}
                title={
                  isEmpty
                    ? t('box.empty')
                    : t('box.pictured', { contents: contentsText(items, products, locale) })
                }
              />
            </div>
            {sum && (
              <div className={classes.amounts}>
                <Lines items={items} products={products} />
                <Amounts totals={sum} />
                <p className={classes.points}>
                  {t('box.points', { points: t('common.points', { count: sum.points }) })}
                </p>
              </div>
            )}
          </div>
          <BeforeAfter before={upcomingOrders} preview={change.preview} ofBox />
        </div>
        <div className={classes.finish}>
          <ChangeNotices {...change} />
          <PriceBar
            totals={sum}
            note={first && sum ? differenceText(first, [{ ...first, total: sum.total }]) : ''}
            details={
              sum && (
                <>
                  <Lines items={items} products={products} />
                  <Amounts totals={sum} />
                </>
              )
            }
          >
            <Button onClick={confirm} busy={change.busy} off={!isEmpty && change.isSame}>
              {t(change.busy ? 'subscription.change.saving' : 'subscription.box.submit')}
            </Button>
          </PriceBar>
        </div>
      </div>
    </>
  );

  /** Returns by how much the total changes and from which order, or an empty text if it stays the same. */
  function differenceText(before: UpcomingOrder | undefined, after: readonly UpcomingOrder[]): string {
    const total = after.find(({ orderId }) => orderId === before?.orderId)?.total;
    if (!before || total === undefined || total === before.total) return '';
    const amount = (total > before.total ? '+' : '') + bahtText(total - before.total, locale);
    return t('subscription.box.difference', {
      amount,
      date: unbroken(shortDayText(before.paymentDate, locale)),
    });
  }
}

/** Returns the first order that a change of the box applies to. */
function firstChanged(orders: readonly UpcomingOrder[]): UpcomingOrder | undefined {
  return orders.find(({ skipped, freeProduct }) => !skipped && freeProduct === null);
}

function priceOf({
  items,
  products,
  plans,
  fee,
}: Omit<BoxFormProps, 'initial' | 'isClosedToday'> & { items: BoxItem[] }) {
  const isFree = isDeliveredFree(items, plans, products);
  return totals({ box: priceBox(items, products), deliveryFee: isFree ? 0 : fee, code: null });
}
