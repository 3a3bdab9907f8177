'use client';

import { useState, useEffect, useEffectEvent } from 'react';
import { Button } from '@/components/button';
import { useCommand } from '@/components/forms/use-command';
import { loadPage } from '@/components/load-page';
import { Notice } from '@/components/notice';
import { signWithPasskey, endOffer, offerPasskeys } from '@/components/passkeys/ceremonies';
import { usePasskeySupport } from '@/components/passkeys/use-passkey-support';
import { useI18n } from '@/locales/client';
import { trpc } from '@/trpc/react';
import { forgetLogIn } from './log-in-memory';
import { whenIdle } from '@/components/monitoring/when-idle';

/**
 * Logs in with a passkey: by a button, or by a suggestion of the e-mail field. Shows nothing in a browser without
 * passkeys.
 * @param next the page to open after the log-in
 */
export function PasskeyLogIn({ next }: { next: string }) {
  const t = useI18n();
  const isSupported = usePasskeySupport();
  const { run, busy, problem } = useCommand();
  const [isStopped, setStopped] = useState(false);

  const enter = async (response: Parameters<typeof trpc.passkeys.logIn.mutate>[0]['response']) => {
    await trpc.passkeys.logIn.mutate({ response });
    forgetLogIn();
    // Loads a new document, so that no data of an earlier session stays in memory.
    loadPage(next);
    return 'leaving' as const;
  };
  const begin = () =>
    run(async () => {
      setStopped(false);
      const response = await signWithPasskey(await trpc.passkeys.requestLogIn.mutate());
      if (response) return enter(response);
      setStopped(true);
    });
  usePasskeyOffer(isSupported === true && !busy, (response) => void run(() => enter(response)));

  if (!isSupported) return null;
  return (
    <div className="stack mt-3">
      {problem && <Notice tone="bad" urgent title={problem.message} />}
      {isStopped && !problem && (
        <Notice tone="waiting" urgent title={t('auth.passkey.stopped')}>
          <p>{t('auth.passkey.stoppedText')}</p>
        </Notice>
      )}
      <Button look="secondary" wide busy={busy} onClick={() => void begin()}>
        {busy ? t('auth.passkey.waiting') : t('auth.passkey.logIn')}
      </Button>
    </div>
  );
}

/** A challenge is valid for five minutes. A page that stays open requests the next one before that. */
const RENEW_MS = 4 * 60_000;

type Signed = NonNullable<Awaited<ReturnType<typeof offerPasskeys>>>;

/**
 * Offers passkeys among the suggestions of the e-mail field, while the page is visible.
 * @param isOn false while the browser shows its dialog, or without support for passkeys
 * @param onSigned called when the user chose a passkey
 */
function usePasskeyOffer(isOn: boolean, onSigned: (response: Signed) => void): void {
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
