'use client';

import { useEffect, useRef, useState } from 'react';
import { FRESH_LOG_IN_MINUTES } from '@/domain/session';
import { Button } from '@/components/button';
import { useCommand } from '@/components/forms/use-command';
import { Notice } from '@/components/notice';
import { signWithPasskey } from '@/components/passkeys/ceremonies';
import { useI18n } from '@/locales/client';
import { desk, onProofRequired, type DeskOutputs } from '@/trpc/desk';
import { CodeForm } from '../../(out)/_components/code-form';

type Method = DeskOutputs['entry']['me']['method'];

/**
 * Asks the member to prove the identity before a sensitive act, in the way of the log-in. The act then goes on; without a
 * proof it is refused, and nothing that was typed is lost.
 */
export function ProofDialog({ method }: { method: Method }) {
  const t = useI18n();
  const dialog = useRef<HTMLDialogElement>(null);
  const answer = useRef<(isProven: boolean) => void>(() => undefined);
  const [asked, setAsked] = useState(0);
  useEffect(
    () =>
      onProofRequired(() => {
        setAsked((count) => count + 1);
        dialog.current?.showModal();
        return new Promise((resolve) => (answer.current = resolve));
      }),
    [],
  );
  const end = (isProven: boolean) => {
    answer.current(isProven);
    dialog.current?.close();
  };
  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby="proof-title"
      onCancel={() => answer.current(false)}
    >
      <h2 id="proof-title">{t('desk.proof.title')}</h2>
      <p>{t('desk.proof.text', { minutes: FRESH_LOG_IN_MINUTES })}</p>
      {asked > 0 && <Proof key={asked} method={method} onProven={() => end(true)} />}
      <Button look="secondary" wide onClick={() => end(false)}>
        {t('desk.keep')}
      </Button>
    </dialog>
  );
}

function Proof({ method, onProven }: { method: Method; onProven: () => void }) {
  const t = useI18n();
  if (method === 'passkey') return <PasskeyProof onProven={onProven} />;
  return (
    <CodeForm
      submit={t('desk.proof.confirm')}
      send={async (code) => {
        await desk.entry.proveWithCode.mutate({ code });
        onProven();
      }}
    />
  );
}

function PasskeyProof({ onProven }: { onProven: () => void }) {
  const t = useI18n();
  const { run, busy, problem } = useCommand();
  const [isStopped, setStopped] = useState(false);
  const confirm = () =>
    run(async () => {
      setStopped(false);
      const response = await signWithPasskey(await desk.entry.requestProof.mutate());
      if (!response) return setStopped(true);
      await desk.entry.prove.mutate({ response });
      onProven();
    });
  return (
    <>
      {problem && <Notice tone="bad" urgent title={problem.message} />}
      {isStopped && !problem && <Notice tone="waiting" urgent title={t('desk.proof.stopped')} />}
      <Button wide busy={busy} onClick={() => void confirm()}>
        {busy ? t('desk.logIn.waiting') : t('desk.proof.passkey')}
      </Button>
    </>
  );
}
