'use client';

import { TextArea } from '@/components/forms/text-area';
import { useState } from 'react';
import { Button } from '@/components/button';
import { Notice } from '@/components/notice';
import { useKeptInput } from '@/components/session/use-kept-input';
import { NOTE_MAX } from '@/domain/staff';
import { useI18n } from '@/locales/client';
import { desk } from '@/trpc/desk';
import classes from '../../../_components/desk.module.css';
import { useDeskCommand } from '../../../_components/use-desk-command';

/** Adds a note about the subscriber. */
export function NoteForm({ accountId }: { accountId: string }) {
  const t = useI18n();
  const command = useDeskCommand();
  const [body, setBody] = useState('');
  const [isMissing, setMissing] = useState(false);
  useKeptInput(`desk-note-${accountId}`, body.trim() === '' ? null : { body }, (kept) => {
    if (typeof kept.body === 'string') setBody(kept.body);
  });
  const add = () => {
    setMissing(body.trim() === '');
    if (body.trim() === '') return;
    void command
      .act(() => desk.subscribers.addNote.mutate({ accountId, body }), t('deskSubscribers.notes.added'))
      .then((isDone) => isDone && setBody(''));
  };
  return (
    <div className={`stack-4 ${classes.form}`}>
      <TextArea
        label={t('deskSubscribers.notes.label')}
        description={t('deskSubscribers.notes.hint')}

        rows={2}
        maxLength={NOTE_MAX}
        value={body}
        error={isMissing ? t('validation.missing', { field: t('deskSubscribers.notes.label') }) : undefined}
        onChange={(event) => setBody(event.currentTarget.value)}
      />
      {command.problem && <Notice tone="bad" urgent title={command.problem.message} />}
      <div>
        <Button look="secondary" busy={command.busy} onClick={add}>
          {t('deskSubscribers.notes.add')}
        </Button>
      </div>
    </div>
  );
}
