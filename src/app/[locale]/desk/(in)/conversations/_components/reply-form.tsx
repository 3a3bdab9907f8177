'use client';

import { useEffect, useState } from 'react';
import { Button } from '@/components/button';
import { NativeSelect } from '@/components/forms/native-select';
import { TextArea } from '@/components/forms/text-area';
import { Notice } from '@/components/notice';
import { useKeptInput } from '@/components/session/use-kept-input';
import { ANSWER_MAX, openFields } from '@/domain/conversation';
import { NOTE_MAX } from '@/domain/staff';
import { useI18n } from '@/locales/client';
import { desk, type DeskOutputs } from '@/trpc/desk';
import { useDeskCommand } from '../../_components/use-desk-command';
import classes from './inbox.module.css';

interface ReplyFormProps {
  conversation: DeskOutputs['conversations']['read'];
  /** The last message on the page. A later one keeps the conversation open. */
  seenId: string;
}

/** Answers a conversation, or writes a note for the team. What is typed stays in this tab until it is sent. */
export function ReplyForm({ conversation, seenId }: ReplyFormProps) {
  const { conversationId, way, saved, toProve, locale } = conversation;
  const t = useI18n();
  const { act, busy, problem } = useDeskCommand();
  const [isNote, setNote] = useState(false);
  const [text, setText] = useState('');
  const [missing, setMissing] = useState<string>();
  // A repeated press sends the same text once.
  const [key, setKey] = useState(() => crypto.randomUUID());
  useKeptInput(`desk-answer-${conversationId}`, text.trim() === '' ? null : { text }, (kept) => {
    if (typeof kept.text === 'string') setText(kept.text);
  });
  useEffect(() => {
    const log = document.querySelector('[data-log]');
    if (log) log.scrollTop = log.scrollHeight;
  }, [seenId]);
  const label = t(isNote ? 'deskInbox.note.label' : 'deskInbox.answer.label');
  const insert = (more: string) =>
    setText((typed) => (typed.trim() === '' ? more : `${typed.trim()}\n\n${more}`));
  const send = async (close: boolean) => {
    const isOpen = !isNote && openFields(text).length > 0;
    const wrong =
      text.trim() === ''
        ? t('validation.missing', { field: label })
        : isOpen
          ? t('validation.openField')
          : undefined;
    setMissing(wrong);
    if (wrong) return;
    const input = { conversationId, key, text };
    const isDone = isNote
      ? await act(() => desk.conversations.note.mutate(input), t('deskInbox.note.added'))
      : await act(
          () => desk.conversations.answer.mutate({ ...input, seenId, close }),
          t('deskInbox.answer.sent'),
        );
    if (!isDone) return;
    setKey(crypto.randomUUID());
    setText('');
    setNote(false);
  };
  const isReachable = way !== 'none';
  const byWay = t(way === 'line' ? 'deskInbox.answer.line' : 'deskInbox.answer.email');
  const { isFree, quota } = conversation;
  const counted = quota?.limit != null && { used: quota.used, limit: quota.limit };
  const cost =
    way === 'line' &&
    (isFree ? t('deskInbox.answer.free') : counted && t('deskInbox.answer.counted', counted));
  return (
    <div className={`stack-2 ${classes.reply}`}>
      {!isReachable && <Notice tone="waiting" title={t('deskInbox.answer.none')} />}
      {!isNote && (
        <div className={classes.split}>
          <p className="muted small">
            {t(`deskInbox.answer.language.${locale}`)} {cost}
          </p>
          {saved.length > 0 && (
            <NativeSelect
              className={classes.saved}
              aria-label={t('deskInbox.answer.saved')}
              value=""
              data={[
                { value: '', label: t('deskInbox.answer.choose') },
                ...saved.map(({ savedAnswerId, title }) => ({ value: savedAnswerId, label: title })),
              ]}
              onChange={(event) => {
                const chosen = saved.find(({ savedAnswerId }) => savedAnswerId === event.currentTarget.value);
                if (chosen) insert(chosen.text);
              }}
            />
          )}
        </div>
      )}
      <TextArea
        label={label}
        rows={3}
        maxLength={isNote ? NOTE_MAX : ANSWER_MAX}
        value={text}
        error={missing}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) void send(false);
        }}
      />
      {problem && <Notice tone="bad" urgent title={problem.message} />}
      <div className="actions">
        {isNote ? (
          <Button busy={busy} onClick={() => void send(false)}>
            {t('deskInbox.note.add')}
          </Button>
        ) : (
          isReachable && (
            <>
              <Button busy={busy} onClick={() => void send(false)}>
                {byWay}
              </Button>
              <Button
                look="secondary"
                busy={busy}
                aria-label={`${byWay} ${t('deskInbox.answer.andClose')}`}
                onClick={() => void send(true)}
              >
                {t('deskInbox.answer.andClose')}
              </Button>
            </>
          )
        )}
        <Button look="quiet" onClick={() => setNote(!isNote)}>
          {t(isNote ? 'desk.keep' : 'deskInbox.note.open')}
        </Button>
        {!isNote && toProve !== null && (
          <Button look="quiet" onClick={() => insert(toProve)}>
            {t('deskInbox.unproven.insert')}
          </Button>
        )}
      </div>
    </div>
  );
}
