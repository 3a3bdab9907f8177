'use client';

import { lazy, Suspense } from 'react';
import { Button } from '@/components/button';
import { Notice } from '@/components/notice';
import { useFocusOnMount } from '@/components/use-focus';
import { useI18n } from '@/locales/client';
import { trpc } from '@/trpc/react';
import { PASSKEYS_PATH, type ChangeProps } from './passkey-props';
import { useProvenCommand } from './use-proven-command';

const Proof = lazy(async () => ({ default: (await import('./proof')).Proof }));

/** Removes a passkey after a confirmation, and after a proof of identity if the server requires one. */
export function RemovePasskey({ passkey, onChanged, onClose, ...account }: ChangeProps) {
  const { passkeyId, name } = passkey;
  const t = useI18n();
  const box = useFocusOnMount<HTMLDivElement>();
  const { start, confirmed, busy, problem, isProofNeeded } = useProvenCommand(async () =>
    onChanged(await trpc.passkeys.remove.mutate({ passkeyId }), t('details.passkeys.removed')),
  );

  if (isProofNeeded)
    return (
      <div className="mt-4">
        <Suspense>
          <Proof {...account} path={PASSKEYS_PATH} asked onProven={confirmed} />
        </Suspense>
      </div>
    );
  return (
    <div ref={box} tabIndex={-1} role="group" aria-label={t('details.passkeys.removeTitle', { name })}>
      <p className="strong mt-3">{t('details.passkeys.removeTitle', { name })}</p>
      <p>{t('details.passkeys.removeText')}</p>
      {problem && <Notice tone="bad" urgent title={problem.message} />}
      <div className="actions mt-2">
        <Button busy={busy} onClick={() => void start()}>
          {busy ? t('details.passkeys.removing') : t('details.passkeys.removeYes')}
        </Button>
        <Button look="secondary" onClick={onClose}>
          {t('details.passkeys.removeNo')}
        </Button>
      </div>
    </div>
  );
}
