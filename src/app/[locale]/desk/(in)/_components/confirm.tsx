'use client';

import { useState } from 'react';
import { Button } from '@/components/button';
import { Notice } from '@/components/notice';
import { useFocusOnMount } from '@/components/use-focus';
import { useI18n } from '@/locales/client';
import classes from './desk.module.css';
import { useDeskCommand } from './use-desk-command';

interface ConfirmProps {
  /** The label of the button that asks, and of the one that acts. */
  act: string;
  /** The accessible name of the asking button, if `act` alone is not clear. */
  label?: string;
  /** What will happen. */
  text: string;
  run: () => Promise<unknown>;
  /** The message after the command, if `run` returns none. */
  done?: string;
}

/** A button that says what will happen before it does it. */
export function Confirm({ act, label, ...props }: ConfirmProps) {
  const [isAsking, setAsking] = useState(false);
  if (isAsking) return <Question act={act} {...props} onEnd={() => setAsking(false)} />;
  return (
    <Button look="secondary" aria-label={label} onClick={() => setAsking(true)}>
      {act}
    </Button>
  );
}

function Question({ act, text, run, done = '', onEnd }: ConfirmProps & { onEnd: () => void }) {
  const t = useI18n();
  const command = useDeskCommand();
  const box = useFocusOnMount<HTMLDivElement>();
  return (
    <div className={classes.form} ref={box} tabIndex={-1}>
      <p>{text}</p>
      {command.problem && <Notice tone="bad" urgent title={command.problem.message} />}
      <div className={classes.acts}>
        <Button
          busy={command.busy}
          onClick={() => void command.act(run, done).then((isDone) => isDone && onEnd())}
        >
          {act}
        </Button>
        <Button look="secondary" onClick={onEnd}>
          {t('desk.keep')}
        </Button>
      </div>
    </div>
  );
}
