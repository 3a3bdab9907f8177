'use client';

import { useCallback, useState } from 'react';
import { Button } from '@/components/button';
import { TextArea } from '@/components/forms/text-area';
import { useCommand } from '@/components/forms/use-command';
import { Notice } from '@/components/notice';
import { usePolled } from '@/components/secret-link/use-polled';
import { CONTACT_TEXT_MAX } from '@/domain/conversation';
import { useI18n, useLocale } from '@/locales/client';
import { momentText } from '@/locales/format';
import { localePath, logInPath } from '@/locales/paths';
import type { RouterOutputs } from '@/trpc/outputs';
import { trpc } from '@/trpc/react';
import classes from './talk.module.css';

type Talk = RouterOutputs['conversations']['show'];

/** A conversation as the person who wrote the form reads it and writes on. It reads again when it becomes visible. */
export function TalkPage({ token, initial }: { token: string; initial: Talk }) {
  const t = useI18n();
  const locale = useLocale();
  const read = useCallback(() => trpc.conversations.show.query({ token }), [token]);
  const { state: talk, send, refresh } = usePolled(initial, read, () => false);
  const { run, busy, problem } = useCommand();
  const [text, setText] = useState('');
  const [key, setKey] = useState(() => crypto.randomUUID());
  const [isMissing, setMissing] = useState(false);
  const [isSent, setSent] = useState(false);
  const label = t('contact.talk.text');
  const write = async () => {
    setMissing(text.trim() === '');
    setSent(false);
    if (text.trim() === '') return;
    const isDone = await run(() => send(() => trpc.conversations.write.mutate({ token, key, text })), {
      onProblem: () => void refresh(),
    });
    if (!isDone) return;
    setKey(crypto.randomUUID());
    setText('');
    setSent(true);
  };
  return (
    <div className="stack narrow">
      <h1>{t('contact.talk.title')}</h1>
      {!talk.isProven && (
        <Notice tone="info" title={t('contact.talk.notProven')}>
          <p>{t('contact.talk.notProvenText')}</p>
          <a href={logInPath(locale, localePath(locale, '/contact'))} className="tap">
            {t('contact.talk.logIn')}
          </a>
        </Notice>
      )}
      <ol className={classes.thread}>
        {talk.messages.map(({ messageId, byTeam, text: written, at }) => (
          <li key={messageId} className={classes.message} data-team={byTeam || undefined}>
            <p className="small muted">
              {t(byTeam ? 'contact.talk.team' : 'contact.talk.you')} · {momentText(at, locale)}
            </p>
            <p className={classes.text}>{written ?? t('contact.talk.lost')}</p>
          </li>
        ))}
      </ol>
      <p className="muted">{t(`contact.talk.${talk.state}`)}</p>
      <form
        className="stack-4"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void write();
        }}
      >
        <TextArea
          label={label}
          rows={4}
          maxLength={CONTACT_TEXT_MAX}
          value={text}
          error={isMissing ? t('validation.missing', { field: label }) : undefined}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {problem && <Notice tone="bad" urgent title={problem.message} />}
        <p role="status" className={isSent ? undefined : classes.silent}>
          {isSent && t('contact.talk.sent')}
        </p>
        <Button type="submit" wide busy={busy}>
          {t('contact.talk.send')}
        </Button>
      </form>
      <p className="muted small">{t('contact.talk.keep')}</p>
    </div>
  );
}
