'use client';

import { InputBase } from '@mantine/core';
import { useId, useState } from 'react';
import { Button } from '@/components/button';
import { Notice } from '@/components/notice';
import { useFocusOnMount } from '@/components/use-focus';
import { NOTE_MAX } from '@/domain/staff';
import { useI18n } from '@/locales/client';
import own from './subscriber.module.css';
import { useSubscriberCommand } from './use-subscriber-command';

interface ActProps {
  /** The label of the button that opens the question, and of the one that acts. */
  act: string;
  /** The accessible name of the opening button, if `act` alone is not clear. */
  label?: string;
  /** What will happen. */
  text: string;
  /** `none`: without a field for the reason. */
  reason?: 'optional' | 'required' | 'none';
  /** Fields and a preview. */
  children?: React.ReactNode;
  /** Returns whether the fields are right. */
  check?: () => boolean;
  /** Whether the command can run. Until then, the question has no acting button. */
  ready?: boolean;
  run: (reason: string | undefined) => Promise<unknown>;
  /** The message after the command. */
  done: string;
}

/** A button that shows what will happen, asks for a reason, and then acts. */
export function Act({ act, label, ...props }: ActProps) {
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return <Question act={act} label={label} {...props} onEnd={() => setOpen(false)} />;
  return (
    <Button look="secondary" aria-label={label} onClick={() => setOpen(true)}>
      {act}
    </Button>
  );
}

function Question({
  act,
  label,
  text,
  reason: asks = 'optional',
  children,
  check,
  ready = true,
  run,
  done,
  onEnd,
}: ActProps & { onEnd: () => void }) {
  const t = useI18n();
  const command = useSubscriberCommand();
  const box = useFocusOnMount<HTMLDivElement>();
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  const heading = useId();
  const begin = () => {
    const isWithout = asks === 'required' && reason.trim() === '';
    setMissing(isWithout);
    if (check?.() === false || isWithout) return;
    const call = () => run(reason.trim() || undefined);
    void command.act(call, done).then((isDone) => isDone && onEnd());
  };
  return (
    <div className={own.question} ref={box} tabIndex={-1} role="group" aria-labelledby={heading}>
      <p id={heading}>
        <b>{label ?? act}</b>
      </p>
      <p>{text}</p>
      {children}
      {ready && asks !== 'none' && (
        <InputBase
          component="textarea"
          label={
            asks === 'optional'
              ? `${t('deskSubscribers.act.reason')} (${t('common.optional')})`
              : t('deskSubscribers.act.reason')
          }
          description={t('deskSubscribers.act.reasonHint')}

          rows={2}
          maxLength={NOTE_MAX}
          value={reason}
          error={isMissing ? t('deskSubscribers.act.missingReason') : undefined}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
      {command.problem && <Notice tone="bad" urgent title={command.problem.message} />}
      <div className={own.acts}>
        {ready && (
          <Button busy={command.busy} onClick={begin}>
            {act}
          </Button>
        )}
        <Button look="secondary" onClick={onEnd}>
          {t('desk.keep')}
        </Button>
      </div>
    </div>
  );
}
