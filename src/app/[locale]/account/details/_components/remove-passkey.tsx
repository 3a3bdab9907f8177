'use client';

import { lazy, Suspense } from 'react';
import { Button } from '@/components/button';
import { useCommand } from '@/components/forms/use-command';
import { Notice } from '@/components/notice';
import { useFocusOnMount } from '@/components/use-focus';
import { useI18n } from '@/locales/client';
import { trpc } from '@/trpc/react';
import { PASSKEYS_PATH, type ChangeProps } from './passkey-props';
import classes from './passkeys.module.css';
import { useProof } from './use-proof';

const Proof = lazy(async () => ({ default: (await import('./proof')).Proof }));

/** Removes a passkey after a confirmation, and after a proof of identity if the server requires one. */
export function RemovePasskey({ passkey, onChanged, onClose, ...account }: ChangeProps) {
  const { passkeyId, name } = passkey;
  const t = useI18n();
  const box = useFocusOnMount<HTMLDivElement>();
  const { run, busy, problem } = useCommand();
  const proof = useProof(false);
  const confirm = () =>
    run(
      async () => onChanged(await trpc.passkeys.remove.mutate({ passkeyId }), t('details.passkeys.removed')),
      {
        explain: ({ code }) => {
          if (code !== 'PROOF_REQUIRED') return undefined;
          proof.ask();
          return null;
        },
      },
    );
  const goOn = () => {
    proof.give();
    void confirm();
  };

  if (proof.isNeeded)
    return (
      <div className={classes.proof}>
        <Suspense>
          <Proof {...account} path={PASSKEYS_PATH} asked onProven={goOn} />
        </Suspense>
      </div>
    );
  return (
    <div ref={box} tabIndex={-1} role="group" aria-label={t('details.passkeys.removeTitle', { name })}>
      <p className={classes.question}>{t('details.passkeys.removeTitle', { name })}</p>
      <p>{t('details.passkeys.removeText')}</p>
      {problem && <Notice tone="bad" urgent title={problem.message} />}
      <div className={classes.buttons}>
        <Button busy={busy} onClick={() => void confirm()}>
          {busy ? t('details.passkeys.removing') : t('details.passkeys.removeYes')}
        </Button>
        <Button look="secondary" onClick={onClose}>
          {t('details.passkeys.removeNo')}
        </Button>
      </div>
    </div>
  );
}
