'use client';

import { TextArea } from '@/components/forms/text-area';
import { useId, useState } from 'react';
import { NOTE_MAX } from '@/domain/staff';
import { Button } from '@/components/button';
import { Notice } from '@/components/notice';
import { useFocusOnMount } from '@/components/use-focus';
import { useI18n } from '@/locales/client';
import classes from './desk.module.css';
import { useDeskCommand } from './use-desk-command';

export interface ActProps {
  /** The label of the button that opens the question, and of the one that acts. */
  act: string;
  /** The accessible name of the opening button, if `act` alone is not clear. */
  label?: string;
  /** What will happen. */
  text: string;
  /** Whether the question asks for a reason. */
  reason?: 'none' | 'optional' | 'required';
  /** Where the reason is kept. */
  hint?: string;
  /** Fields and a preview. */
  children?: React.ReactNode;
  /** Returns whether the fields are right. */
  check?: () => boolean;
  /** Whether the command can run. Until then, the question has no acting button. */
  ready?: boolean;
  /** Runs the command; `reason` is '' without one. May return the message that says how it ended. */
  run: (reason: string) => Promise<unknown>;
  /** The message after the command, if `run` returns none. */
  done?: string;
  /** Returns what reverses the command, from its answer. The message offers it; null if it cannot be reversed. */
  undo?: (answer: unknown) => (() => Promise<unknown>) | null;
}

/** A button that shows what will happen, asks for a reason where one is needed, and then acts. */
export function Act(props: ActProps) {
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return <Question {...props} onEnd={() => setOpen(false)} />;
  return (
    <Button look="secondary" aria-label={props.label} onClick={() => setOpen(true)}>
      {props.act}
    </Button>
  );
}

function Question(props: ActProps & { onEnd: () => void }) {
  const { act, label = act, text, reason: asks = 'none', hint, children, ready = true, onEnd } = props;
  const t = useI18n();
  const command = useDeskCommand();
  const box = useFocusOnMount<HTMLDivElement>();
  const heading = useId();
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  const name = t('desk.reason');
  const begin = () => {
    const isWithout = asks === 'required' && reason.trim() === '';
    setMissing(isWithout);
    if (props.check?.() === false || isWithout) return;
    const call = () => props.run(reason.trim());
    void command.act(call, props.done ?? '', props.undo).then((isDone) => isDone && onEnd());
  };
  return (
    <div
      className={`stack ${classes.question}`}
      ref={box}
      tabIndex={-1}
      role="group"
      aria-labelledby={heading}
    >
      <p id={heading} className={classes.strong}>
        {label}
      </p>
      <p>{text}</p>
      {children}
      {ready && asks !== 'none' && (
        <TextArea
          label={asks === 'optional' ? `${name} (${t('common.optional')})` : name}
          description={hint}
          rows={2}
          maxLength={NOTE_MAX}
          value={reason}
          error={isMissing ? t('validation.missing', { field: name }) : undefined}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
      {command.problem && <Notice tone="bad" urgent title={command.problem.message} />}
      <div className="actions">
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
