'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { RadioList } from '@/components/forms/radio-list';
import { usePay } from '@/components/payments/use-pay';
import { useDone } from '@/components/use-done';
import { Baht, DayText } from '@/components/values';
import { addDays, type Day } from '@/domain/day';
import { RECEIVE_BY_DAYS } from '@/domain/delivery';
import type { LaterOrders } from '@/domain/order-now';
import { LINK_DAYS } from '@/domain/payment-link';
import { useI18n, useLocale } from '@/locales/client';
import { bahtText } from '@/locales/format';
import type { RouterOutputs } from '@/trpc/outputs';
import { trpc, refusalOf } from '@/trpc/react';
import { LostChoices } from './lost-choices';
import { MeansName } from './means-name';
import { NoMeans } from './no-means';
import { FoundDecline, PayPart } from './pay-part';
import { SheetFoot } from './sheet';
import screen from './sheet.module.css';
import { ChangeStrip } from './change-strip';
import type { Preview } from './use-change';
import { useFailureText } from '@/components/forms/use-failure-text';
import { useRead } from '@/trpc/use-read';

type Options = RouterOutputs['orders']['orderNowOptions'];

interface OrderNowFormProps {
  options: Options & { order: NonNullable<Options['order']> };
}

/** Sends the next order now. Shows what is charged today and the dates of the later orders before it is confirmed. */
export function OrderNowForm({ options }: OrderNowFormProps) {
  const t = useI18n();
  const locale = useLocale();
  const { subscription, order, card, today } = options;
  const [later, setLater] = useState<LaterOrders>('keep');
  const preview = useOrderNowPreview(later, { version: subscription.version, today });
  const router = useRouter();
  const done = useDone('/account');
  const { pay, ...state } = usePay({
    onPaid: () => (done(t('subscription.orderNow.done')), 'leaving'),
    reload: () => router.refresh(),
  });
  const isCharged = subscription.paymentMethod !== 'offline';
  const means = card ?? subscription.bankAccount;
  if (isCharged && !means) return <NoMeans method={subscription.paymentMethod} />;
  const amount = <Baht satang={order.total} locale={locale} />;
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    const input = { later, expectedTotal: order.total, version: subscription.version };
    void pay(order.total, async () => {
      const { charge, pendingPayment } = await trpc.orders.orderNow.mutate(input);
      return { charge, paymentUrl: pendingPayment?.paymentUrl };
    });
  };
  return (
    <form method="post" noValidate onSubmit={submit}>
      {state.outcome === undefined && (
        <FoundDecline
          reason={options.declined}
          amount={order.total}
          text={t('subscription.orderNow.declinedText')}
        />
      )}
      <p className="muted small">
        {t('subscription.orderNow.planned', { date: <DayText day={order.paymentDate} locale={locale} /> })}
      </p>
      <RadioList
        name="later"
        legend={t('subscription.orderNow.legend')}
        value={later}
        onChange={setLater}
        options={(['keep', 'restart'] as const).map((value) => ({
          value,
          label: t(`subscription.orderNow.${value}`),
          note: t(`subscription.orderNow.${value}Text`),
        }))}
      />
      <div className={`muted small mt-3 ${screen.explained}`} role="status">
        {later === 'restart' && (
          <Replanned
            orders={options.upcomingOrders.filter(({ orderId }) => orderId !== order.orderId)}
            after={preview.orders}
          />
        )}
      </div>
      <p className="strong mt-3">{consequence()}</p>
      <p className="muted small">
        {isCharged
          ? t('subscription.orderNow.arrives', {
              date: <DayText day={addDays(today, RECEIVE_BY_DAYS)} locale={locale} />,
            })
          : t('subscription.orderNow.arrivesPaid', { days: RECEIVE_BY_DAYS })}
      </p>
      <SheetFoot>
        <ChangeStrip preview={preview} />
        <PayPart
          pay={state}
          declinedText={t('subscription.orderNow.declinedText')}
          label={label()}
          busyLabel={t('subscription.orderNow.working')}
        />
      </SheetFoot>
    </form>
  );

  function consequence() {
    if (!means) {
      const until = <DayText day={addDays(today, LINK_DAYS)} locale={locale} />;
      const date = <DayText day={order.paymentDate} locale={locale} />;
      return t('subscription.orderNow.chargedLink', { amount, until, date });
    }
    return t('subscription.orderNow.charged', { amount, card: <MeansName means={means} /> });
  }

  function label() {
    return isCharged
      ? t('subscription.orderNow.submit', { amount: bahtText(order.total, locale) })
      : t('subscription.orderNow.submitLink');
  }
}

/** Explains what a restarted schedule does to orders that the subscriber moved or changed alone. */
function Replanned({ orders, after }: { orders: Options['upcomingOrders']; after: Preview['orders'] }) {
  const t = useI18n();
  return (
    <>
      {orders.some(({ movedFrom }) => movedFrom) && <p>{t('subscription.change.movedNotice')}</p>}
      <LostChoices before={orders} preview={{ orders: after }} />
    </>
  );
}

type Answer = RouterOutputs['orders']['orderNow'];

/** Reads the later orders as they are once the order of today is paid. Keeps the earlier answer while it loads. */
function useOrderNowPreview(
  later: LaterOrders,
  { version, today }: { version: number; today: Day },
): Preview {
  const failureText = useFailureText('read');
  const { data, error, isFetching, refetch } = useRead(true, () => ({
    queryKey: ['preview', 'order-now', later, version],
    queryFn: () => trpc.orders.orderNow.mutate({ later, preview: true }),
    placeholderData: (previous: Answer | undefined) => previous,
    staleTime: 0,
    gcTime: 0,
  }));
  const refusal = error ? refusalOf(error) : null;
  return {
    orders: data?.upcomingOrders ?? null,
    yearAhead: data?.yearAhead
      ? [{ paymentDate: today, state: 'upcoming', total: data.total }, ...data.yearAhead]
      : null,
    pause: data?.subscription.pause ?? null,
    priceNotice: data?.subscription.priceNotice ?? null,
    isLoading: isFetching,
    problem: refusal && { code: refusal.code, message: failureText(refusal) },
    retry: () => void refetch(),
  };
}
