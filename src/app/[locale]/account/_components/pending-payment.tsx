'use client';

import { usePathname, useRouter, useSearchParams } from 'next/navigation';
import { lazy, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { showToast } from '@/components/toasts';
import { useI18n } from '@/locales/client';
import { barePath } from '@/locales/paths';
import { loadClient } from '@/trpc/react';
import { useRead } from '@/trpc/use-read';
import { waitedFor, type Session } from './waited';

const PendingDialog = lazy(async () => ({ default: (await import('./pending-dialog')).PendingDialog }));

const POLL_MS = 5000;

/** The paths of the pages that the dialog does not cover: there the payment can be changed. */
const OPEN_ROOMS = /^\/account\/(cards|details)(\/|$)/;

/** Shows a dialog over the page while a payment link is open, until the subscriber puts it aside for this visit. */
export function PendingPayment({ session: loaded }: { session: Session }) {
  const path = barePath(usePathname());
  const isOverSheet = useSearchParams().has('do');
  const session = useSession(loaded);
  const payment = waitedFor(session);
  const [isPutAside, putAside] = usePutAside(payment?.orderId);
  if (!payment || isPutAside || isOverSheet || OPEN_ROOMS.test(path)) return null;
  return (
    <Suspense>
      <PendingDialog
        payment={payment}
        isFirst={session.subscription?.registering ?? false}
        onLookAround={putAside}
      />
    </Suspense>
  );
}

const PUT_ASIDE = 'ira:payment-put-aside';
const neverChanges = () => () => undefined;

/** Returns whether the dialog of an order was put aside during this visit of the site, and a function that does so. */
function usePutAside(orderId: string | undefined): [boolean, () => void] {
  const [now, setNow] = useState<string | null>(null);
  const before = useSyncExternalStore(
    neverChanges,
    readPutAside,
    // The server does not know it: the dialog opens only in the browser.
    () => orderId ?? null,
  );
  const putAside = () => {
    if (orderId === undefined) return;
    storePutAside(orderId);
    setNow(orderId);
    document.getElementById('content')?.focus();
  };
  return [orderId !== undefined && (before === orderId || now === orderId), putAside];
}

function readPutAside(): string | null {
  try {
    return sessionStorage.getItem(PUT_ASIDE);
  } catch {
    return null;
  }
}

function storePutAside(orderId: string): void {
  try {
    sessionStorage.setItem(PUT_ASIDE, orderId);
  } catch {
    // Storage is blocked (some in-app browsers). The dialog opens again with the next page.
  }
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
