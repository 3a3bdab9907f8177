'use client';

import { useState } from 'react';
import { Button } from '@/components/button';
import formClasses from '@/components/forms/form.module.css';
import { useCommand } from '@/components/forms/use-command';
import { Notice } from '@/components/notice';
import { signWithPasskey } from '@/components/passkeys/ceremonies';
import { usePasskeySupport } from '@/components/passkeys/use-passkey-support';
import { useI18n } from '@/locales/client';
import { trpc } from '@/trpc/react';

/** Confirms the identity of the subscriber by a passkey. Shows nothing in a browser without passkeys. */
export function ProofByPasskey({ onProven }: { onProven: () => void }) {
  const t = useI18n();
  const isSupported = usePasskeySupport();
  const { run, busy, problem } = useCommand();
  const [isStopped, setStopped] = useState(false);

  const confirm = () =>
    run(async () => {
      setStopped(false);
      const response = await signWithPasskey(await trpc.passkeys.requestProof.mutate());
      if (!response) return setStopped(true);
      await trpc.passkeys.prove.mutate({ response });
      onProven();
    });

  if (!isSupported) return null;
  return (
    <div className={`stack-5 mt-5 ${formClasses.form}`}>
      {problem && <Notice tone="bad" urgent title={problem.message} />}
      {isStopped && !problem && <Notice tone="waiting" urgent title={t('details.proof.passkeyStopped')} />}
      <Button wide busy={busy} onClick={() => void confirm()}>
        {busy ? t('details.proof.confirming') : t('details.proof.passkey')}
      </Button>
    </div>
  );
}
