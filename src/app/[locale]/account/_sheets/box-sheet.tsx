'use client';

import { Icon } from '@/components/art/icon';
import { OrderNumber } from '@/components/order-number';
import { Baht, Contents } from '@/components/values';
import { YearlessDay } from '@/components/yearless-day';
import { useI18n, useLocale } from '@/locales/client';
import { areaText } from '@/locales/format';
import type { RouterOutputs } from '@/trpc/outputs';
import { useBoard } from '../_boxes/board';
import { HeroFact, HeroFacts } from '@/components/hero';
import { HowPaid } from '../_boxes/how-paid';
import { QuickActions } from '../_boxes/quick-actions';
import type { Order } from '../_boxes/use-skip';
import { SheetFoot } from './sheet';

interface BoxSheetProps {
  order: Order;
  home: RouterOutputs['account']['home'];
  products: RouterOutputs['catalogue']['everyProduct'];
}

/** Shows one planned box, and its changes. */
export function BoxSheet({ order: loaded, home, products }: BoxSheetProps) {
  const t = useI18n();
  const locale = useLocale();
  const { skipping } = useBoard();
  const order = skipping.orders.find(({ orderId }) => orderId === loaded.orderId) ?? loaded;
  const place = order.ownAddress ?? home.delivery;
  const isNext = home.upcoming.find(({ skipped }) => !skipped)?.orderId === order.orderId;
  return (
    <>
      <HeroFacts>
        <HeroFact icon={<Icon of="card" />}>
          <p className="strong">
            {order.skipped ? t('account.next.skippedText') : <Baht satang={order.total} locale={locale} />}
          </p>
          <HowPaid home={home} />
        </HeroFact>
        {order.receiveBy && !order.skipped && (
          <HeroFact icon={<Icon of="now" />}>
            {t('account.next.arrives', { date: <YearlessDay day={order.receiveBy} locale={locale} /> })}
            {place && <p className="muted small">{areaText(place)}</p>}
          </HeroFact>
        )}
        <HeroFact icon={<Icon of="box" />}>
          <Contents items={order.items} products={products} locale={locale} />
          <p className="muted small">
            {t('order.number')} <OrderNumber of={order} />
          </p>
        </HeroFact>
      </HeroFacts>
      <SheetFoot>
        <QuickActions order={order} today={home.today} canOrderNow={isNext && home.pendingPayment === null} />
      </SheetFoot>
    </>
  );
}
