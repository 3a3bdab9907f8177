'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import { stateOfAnswer, stateOfRefusal, type PayAnswer, type PayState } from '@/domain/pay-state';
import { useLocale } from '@/locales/client';
import { localePath } from '@/locales/paths';
import { refusalOf, type Refusal } from '@/trpc/react';
import { useReadAgain } from '../connection/connection';
import { useFailureText } from '../forms/use-failure-text';
import { useOneAtATime, type Leaving } from '../forms/use-one-at-a-time';
import { loadPage } from '../load-page';
import { leaveForLogin } from '../session/leave-for-login';
import { payAddress } from './pay-button';

type Next = void | 'shown' | Leaving;

export interface PayOptions<Answer> {
  /**
   * Called for `paid` and `done`. Returns `shown` if the screen shows the result by itself. Without it, the page at
   * `resultPath` opens.
   */
  onPaid?: (answer: Answer) => Next | Promise<Next>;
  /** Reads again what the screen shows. Called if nothing was paid, and when the tab becomes visible. */
  reload?: () => void | Promise<void>;
  /** Whether the screen shows an open payment by itself, once it has been read again. */
  showsOpen?: boolean;
  /** The page that shows what this screen cannot: an unknown outcome, or a saved card that was declined. */
  resultPath?: string;
  /** Handles an error in another way. Undefined: the error is handled as at every screen. */
  onRefusal?: (refusal: Refusal) => PayState | Leaving | undefined;
}

/**
 * Pays from the click to the result. Further clicks do nothing while a payment runs. Continues at the bank's page or
 * the payment link if the payment needs it. Every screen that pays uses it.
 */
export function usePay<Answer extends PayAnswer>(options: PayOptions<Answer> = {}) {
  const { onPaid, reload, showsOpen, resultPath, onRefusal } = options;
  const locale = useLocale();
  const router = useRouter();
  const failureText = useFailureText('command');
  const { busy, begin, end } = useOneAtATime();
  const isSlow = useSlowness(busy);
  /** The outcome of the last click. Undefined: what the screen found when it opened is still the latest. */
  const [outcome, setOutcome] = useState<PayState | null>();
  /** The total that the screen showed at the last click, in satang. A paid total is no longer due on the page. */
  const [amount, setAmount] = useState(0);
  /** The number of outcomes. The outcome takes the focus each time this number grows. */
  const [outcomes, setOutcomes] = useState(0);
  useOnVisible(() => void (busy || reload?.()));
  useReadAgain(() => {
    if (outcome?.is === 'lost') setOutcome(undefined);
  });

  const show = (state: PayState) => {
    setOutcome(state);
    setOutcomes((count) => count + 1);
  };

  const open = (address: string): Leaving => {
    loadPage(address);
    return 'leaving';
  };

  const follow = async (state: PayState): Promise<Next> => {
    if (state.is === 'confirm') return open(state.url);
    if (state.is === 'link') return open(payAddress(state.url, locale));
    if (resultPath && isShownThere(state)) return open(localePath(locale, resultPath));
    if (!(showsOpen && state.is === 'checking')) show(state);
    // A lost response makes the page read again by itself, once it is connected.
    if (state.is === 'lost') return;
    if (reload) await reload();
    else router.refresh();
  };

  const succeed = async (answer: Answer): Promise<Next> => {
    const state = stateOfAnswer(answer);
    if (state.is !== 'paid' && state.is !== 'done') return follow(state);
    if (!onPaid && resultPath) return open(localePath(locale, resultPath));
    const next = await onPaid?.(answer);
    if (!next) show(state);
    return next;
  };

  const fail = async (error: unknown, shown: number): Promise<Next> => {
    const refusal = refusalOf(error);
    const handled = onRefusal?.(refusal);
    if (handled === 'leaving') return handled;
    if (!handled && refusal.code === 'NOT_LOGGED_IN') {
      leaveForLogin();
      return 'leaving';
    }
    return follow(handled ?? stateOfRefusal(refusal, shown, failureText(refusal)));
  };

  /**
   * Sends a request that may charge.
   * @param shown the total that the screen showed, in satang
   */
  const pay = async (shown: number, send: () => Promise<Answer>): Promise<void> => {
    if (!begin()) return;
    setOutcome(null);
    setAmount(shown);
    let next: Next = undefined;
    try {
      next = await send().then(succeed, (error: unknown) => fail(error, shown));
    } finally {
      if (next !== 'leaving') end();
    }
  };

  return { pay, busy, isSlow, amount, outcome, outcomes, show, forget: () => setOutcome(null) };
}

export type Pay = Omit<ReturnType<typeof usePay>, 'pay'>;

function isShownThere(state: PayState): boolean {
  return state.is === 'checking' || state.is === 'lost' || (state.is === 'declined' && state.isKept);
}

const SLOW_MS = 8000;

/** Whether a payment takes so long that the page should explain the wait. */
function useSlowness(busy: boolean): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!busy) return;
    const timer = window.setTimeout(() => setSlow(true), SLOW_MS);
    return () => {
      window.clearTimeout(timer);
      setSlow(false);
    };
  }, [busy]);
  return isSlow;
}

/** Calls `onVisible` each time the tab becomes visible again. */
function useOnVisible(onVisible: () => void): void {
  const latest = useRef(onVisible);
  useEffect(() => {
    latest.current = onVisible;
  });
  useEffect(() => {
    const stop = new AbortController();
    const listen = () => document.visibilityState === 'visible' && latest.current();
    document.addEventListener('visibilitychange', listen, { signal: stop.signal });
    return () => stop.abort();
  }, []);
}
