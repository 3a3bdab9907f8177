'use client';

import { usePathname, useRouter } from 'next/navigation';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Button } from '@/components/button';
import { showToast } from '@/components/toasts';
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
    return <Bar payment={payment} onShow={canShow ? () => setLookingAround(false) : null} />;
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
  const said = t('payments.modal.paid');
  useEffect(() => {
    if (wasWaiting.current && !isWaiting) {
      if (isPaid) showToast({ message: said, tone: 'good' });
      // Other parts of the page depend on the payment.
      router.refresh();
    }
    wasWaiting.current = isWaiting;
  }, [isWaiting, isPaid, said, router]);
  return session;
}

function Bar({ payment, onShow }: { payment: Pending; onShow: (() => void) | null }) {
  const t = useI18n();
  const locale = useLocale();
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
        <Button look="secondary" onClick={onShow}>
          {t('payments.modal.show')}
        </Button>
      )}
    </aside>
  );
}
