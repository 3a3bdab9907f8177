'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Button } from '@/components/button';
import { useCommand } from '@/components/forms/use-command';
import { Notice } from '@/components/notice';
import { useI18n } from '@/locales/client';
import { trpc } from '@/trpc/react';

/** Sends the verification link again. */
export function Resend({ email, look = 'secondary' }: { email: string; look?: 'secondary' | 'quiet' }) {
  const t = useI18n();
  const router = useRouter();
  const { run, busy, problem } = useCommand();
  const [done, setDone] = useState<string | null>(null);

  const send = () =>
    run(async () => {
      setDone(null);
      const { verificationSent } = await trpc.account.resendVerification.mutate();
      setDone(verificationSent ? t('details.ways.resent', { email }) : t('details.ways.resentAlready'));
      if (!verificationSent) router.refresh();
    });

  return (
    <>
      <Button look={look} busy={busy} onClick={() => void send()}>
        {busy ? t('details.ways.resending') : t('details.ways.resend')}
      </Button>
      {problem && (
        <Notice tone="bad" urgent>
          {problem.message}
        </Notice>
      )}
      {done !== null && (
        <Notice tone="good" urgent>
          {done}
        </Notice>
      )}
    </>
  );
}
