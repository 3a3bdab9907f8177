'use client';

import { usePathname, useRouter } from 'next/navigation';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Button } from '@/components/button';
import { showToast } from '@/components/toasts';
import { useFocusOnMount } from '@/components/use-focus';
import { useI18n, useLocale } from '@/locales/client';
import { bahtText, deadlineText } from '@/locales/format';
import { barePath } from '@/locales/paths';
import { loadClient } from '@/trpc/react';
import { useRead } from '@/trpc/use-read';
import classes from './pending.module.css';
import { waitedFor, type Pending, type Session } from './waited';

const PendingDialog = lazy(async () => ({ default: (await import('./pending-dialog')).PendingDialog }));

const POLL_MS = 5000;

/** The paths of the pages that the dialog does not cover. They stay usable while a payment is open. */
const OPEN_ROOMS = /^\/account\/(cards|details|subscription\/cancel)(\/|$)/;

/** Shows a dialog over the page, or a bar below it, while a payment link is open. */
export function PendingPayment({ session: loaded }: { session: Session }) {
  const path = barePath(usePathname());
  const [isLookingAround, setLookingAround] = useState(false);
  const session = useSession(loaded);
  const payment = waitedFor(session);
  if (!payment) return null;
  if (isLookingAround || OPEN_ROOMS.test(path)) {
    const canShow = !OPEN_ROOMS.test(path);
    return (
      <Bar
        payment={payment}
        takesFocus={isLookingAround}
        onShow={canShow ? () => setLookingAround(false) : null}
      />
    );
  }
  return (
    <Suspense>
      <PendingDialog
        payment={payment}
        isFirst={session.subscription?.registering ?? false}
        onLookAround={() => setLookingAround(true)}
      />
    </Suspense>
  );
}

/** Returns the latest session. Polls the server while a payment is expected and the page is visible. */
function useSession(loaded: Session): Session {
  const t = useI18n();
  const router = useRouter();
  const isLoadedWaiting = waitedFor(loaded) !== null;
  const me = useRead(isLoadedWaiting, ({ auth }) =>
    auth.me.queryOptions(undefined, {
      staleTime: POLL_MS,
      refetchInterval: ({ state }) => (waitedFor(state.data ?? loaded) ? POLL_MS : false),
    }),
  );
  useEffect(() => {
    if (!isLoadedWaiting) return;
    const keep = async () => (await loadClient()).queries.auth.me.setData(undefined, loaded);
    keep().catch(() => undefined);
  }, [isLoadedWaiting, loaded]);

  const session = (isLoadedWaiting && me.data) || loaded;
  const isWaiting = waitedFor(session) !== null;
  const wasWaiting = useRef(isWaiting);
  const isPaid = session.pendingPayment === null && session.subscription?.status === 'active';
  const said = t('payments.outcome.paid');
  useEffect(() => {
    if (wasWaiting.current && !isWaiting) {
      if (isPaid) showToast({ message: said, tone: 'good' });
      // The dialog or the bar with the focus is removed.
      if (document.activeElement === document.body) document.getElementById('content')?.focus();
      // Other parts of the page depend on the payment.
      router.refresh();
    }
    wasWaiting.current = isWaiting;
  }, [isWaiting, isPaid, said, router]);
  return session;
}

interface BarProps {
  payment: Pending;
  /** Whether the bar replaces the dialog, which had the focus. */
  takesFocus: boolean;
  onShow: (() => void) | null;
}

function Bar({ payment, takesFocus, onShow }: BarProps) {
  const t = useI18n();
  const locale = useLocale();
  const show = useFocusOnMount<HTMLButtonElement>(takesFocus);
  const amount = <strong className="number">{bahtText(payment.amount, locale)}</strong>;
  return (
    <aside className={classes.bar} aria-label={t('payments.modal.title')}>
      <p>
        {payment.paymentUrl && payment.expiresAt
          ? t('payments.modal.bar', {
              amount,
              until: <span className="keep">{deadlineText(payment.expiresAt, locale)}</span>,
            })
          : t('payments.modal.barEarly', { amount })}
      </p>
      {onShow && (
        <Button ref={show} look="secondary" onClick={onShow}>
          {t('payments.modal.show')}
        </Button>
      )}
    </aside>
  );
}
