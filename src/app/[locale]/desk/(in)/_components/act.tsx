'use client';

import { TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { Button } from '@/components/button';
import { Notice } from '@/components/notice';
import { useFocusOnMount } from '@/components/use-focus';
import { useI18n } from '@/locales/client';
import classes from './desk.module.css';
import { useDeskCommand } from './use-desk-command';

interface ActProps {
  /** The label of the button that asks, and of the one that acts. */
  act: string;
  /** What will happen. */
  text: string;
  /** Runs the command with the reason. May return the message that says how it ended. */
  run: (why: string) => Promise<unknown>;
  /** The message after the command, if `run` returns none. */
  done?: string;
}

/** A button that says what will happen, and asks for the reason before it does it. */
export function Act(props: ActProps) {
  const [isAsking, setAsking] = useState(false);
  if (isAsking) return <Question {...props} onEnd={() => setAsking(false)} />;
  return (
    <Button look="secondary" onClick={() => setAsking(true)}>
      {props.act}
    </Button>
  );
}

function Question({ act, text, run, done = '', onEnd }: ActProps & { onEnd: () => void }) {
  const t = useI18n();
  const id = useId();
  const command = useDeskCommand();
  const [why, setWhy] = useState('');
  const [isMissing, setMissing] = useState(false);
  const field = useFocusOnMount<HTMLInputElement>();
  const submit = async (event: React.FormEvent) => {
    event.preventDefault();
    setMissing(why.trim() === '');
    if (why.trim() === '') return field.current?.focus();
    if (await command.act(() => run(why), done)) onEnd();
  };
  return (
    <form className={classes.form} noValidate onSubmit={(event) => void submit(event)}>
      <p>{text}</p>
      {command.problem && <Notice tone="bad" urgent title={command.problem.message} />}
      <TextInput
        ref={field}
        id={id}
        label={t('deskToday.why')}
        description={t('deskToday.whyHint')}
        autoComplete="off"
        maxLength={500}
        value={why}
        error={isMissing ? t('validation.missing', { field: t('deskToday.why') }) : undefined}
        onChange={(event) => setWhy(event.currentTarget.value)}
      />
      <div className={classes.acts}>
        <Button type="submit" busy={command.busy}>
          {act}
        </Button>
        <Button look="secondary" onClick={onEnd}>
          {t('desk.keep')}
        </Button>
      </div>
    </form>
  );
}
