import { useEffect, useEffectEvent } from 'react';
import { endOffer, offerPasskeys } from '@/components/passkeys/ceremonies';
import { whenIdle } from '@/components/monitoring/when-idle';
import { trpc } from '@/trpc/react';

/** A challenge is valid for five minutes. A page that stays open requests the next one before that. */
const RENEW_MS = 4 * 60_000;

type Signed = NonNullable<Awaited<ReturnType<typeof offerPasskeys>>>;

/**
 * Offers passkeys among the suggestions of the e-mail field, while the page is visible.
 * @param isOn false while the browser shows its dialog, or without support for passkeys
 * @param onSigned called when the user chose a passkey
 */
export function usePasskeyOffer(isOn: boolean, onSigned: (response: Signed) => void): void {
  const notify = useEffectEvent(onSigned);
  useEffect(() => {
    if (!isOn) return;
    const stop = new AbortController();
    let offeredAt = -RENEW_MS;
    const offer = async () => {
      const isDue = performance.now() - offeredAt >= RENEW_MS;
      if (stop.signal.aborted || !isDue || document.visibilityState !== 'visible') return;
      offeredAt = performance.now();
      // Without an offer, the button still works.
      const signed = await offerPasskeys(() => trpc.passkeys.requestLogIn.mutate()).catch(() => null);
      if (signed && !stop.signal.aborted) notify(signed);
    };
    const every = window.setInterval(() => void offer(), 30_000);
    document.addEventListener('visibilitychange', () => void offer(), { signal: stop.signal });
    whenIdle(() => void offer());
    return () => {
      stop.abort();
      window.clearInterval(every);
      if (offeredAt >= 0) endOffer().catch(() => undefined);
    };
  }, [isOn]);
}
