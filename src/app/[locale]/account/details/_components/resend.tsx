'use client';

import { useRouter } from 'next/navigation';
import { useRef, useState } from 'react';
import { Button } from '@/components/button';
import { useFailureText } from '@/components/forms/use-failure-text';
import { Notice } from '@/components/notice';
import { leaveForLogin } from '@/components/session/leave-for-login';
import { useI18n } from '@/locales/client';
import { refusalOf, trpc } from '@/trpc/react';

/** Sends the link once more that proves the e-mail; for whoever has not opened it yet. */
export function Resend({ email }: { email: string }) {
  const t = useI18n();
  const router = useRouter();
  const failureText = useFailureText();
  const resend = trpc.account.resendVerification.useMutation();
  const underWay = useRef(false);
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<{ tone: 'good' | 'bad'; text: string } | null>(null);

  const send = async () => {
    if (underWay.current) return;
    underWay.current = true;
    setBusy(true);
    setOutcome(null);
    try {
      const { verificationSent } = await resend.mutateAsync();
      setOutcome({
        tone: 'good',
        text: verificationSent ? t('details.ways.resent', { email }) : t('details.ways.resentAlready'),
      });
      if (!verificationSent) router.refresh();
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal.code === 'NOT_LOGGED_IN') return leaveForLogin();
      setOutcome({ tone: 'bad', text: failureText(refusal) });
    } finally {
      underWay.current = false;
      setBusy(false);
    }
  };

  return (
    <>
      <Button look="secondary" busy={busy} onClick={() => void send()}>
        {busy ? t('details.ways.resending') : t('details.ways.resend')}
      </Button>
      {outcome && (
        <Notice tone={outcome.tone} urgent>
          {outcome.text}
        </Notice>
      )}
    </>
  );
}
