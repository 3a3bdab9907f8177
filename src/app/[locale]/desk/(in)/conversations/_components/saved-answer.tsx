'use client';

import { useState } from 'react';
import { Button } from '@/components/button';
import { TextArea } from '@/components/forms/text-area';
import { TextInput } from '@/components/forms/text-input';
import { Notice } from '@/components/notice';
import { useI18n } from '@/locales/client';
import { desk, type DeskOutputs } from '@/trpc/desk';
import classes from '../../_components/desk.module.css';
import { useDeskCommand } from '../../_components/use-desk-command';

type Answer = DeskOutputs['conversations']['savedAnswers'][number];
const NEW = { title: '', en: '', th: '' };

/** A saved answer with its form; without `answer` the form of a new one. */
export function SavedAnswer({ answer }: { answer?: Answer }) {
  const t = useI18n();
  const { act, busy, problem } = useDeskCommand();
  const [isOpen, setOpen] = useState(false);
  const [values, setValues] = useState(answer ?? NEW);
  const [isChecked, setChecked] = useState(false);
  const change = (name: keyof typeof NEW) => ({
    label: t(`deskInbox.saved.${name}`),
    value: values[name],
    error:
      isChecked && values[name].trim() === ''
        ? t('validation.missing', { field: t(`deskInbox.saved.${name}`) })
        : undefined,
    onChange: (event: React.ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      const { value } = event.currentTarget;
      setValues((before) => ({ ...before, [name]: value }));
    },
  });
  const save = async () => {
    setChecked(true);
    if ([values.title, values.en, values.th].some((value) => value.trim() === '')) return;
    const { title, en, th } = values;
    const input = { savedAnswerId: answer?.savedAnswerId, title, en, th };
    if (!(await act(() => desk.conversations.saveAnswer.mutate(input), t('deskInbox.saved.done')))) return;
    setOpen(false);
    setChecked(false);
    if (!answer) setValues(NEW);
  };
  if (!isOpen)
    return (
      <>
        {answer && (
          <div>
            <p className={classes.strong}>{answer.title}</p>
            <p className="muted small anywhere">{answer.en}</p>
            <p className="muted small anywhere" lang="th">
              {answer.th}
            </p>
          </div>
        )}
        <div className="actions">
          <Button
            look="secondary"
            aria-label={answer && t('deskInbox.saved.changeOf', { title: answer.title })}
            onClick={() => setOpen(true)}
          >
            {t(answer ? 'deskInbox.saved.change' : 'deskInbox.saved.add')}
          </Button>
          {answer && (
            <Button
              look="quiet"
              busy={busy}
              aria-label={t('deskInbox.saved.removeOf', { title: answer.title })}
              onClick={() =>
                void act(
                  () => desk.conversations.deleteSavedAnswer.mutate({ savedAnswerId: answer.savedAnswerId }),
                  t('deskInbox.saved.removed'),
                  () => () =>
                    desk.conversations.saveAnswer.mutate({
                      title: answer.title,
                      en: answer.en,
                      th: answer.th,
                    }),
                )
              }
            >
              {t('deskInbox.saved.remove')}
            </Button>
          )}
        </div>
      </>
    );
  return (
    <div className={`stack-4 ${classes.form}`}>
      <TextInput {...change('title')} maxLength={60} />
      <TextArea {...change('en')} lang="en" rows={4} maxLength={2000} />
      <TextArea {...change('th')} lang="th" rows={4} maxLength={2000} />
      {problem && <Notice tone="bad" urgent title={problem.message} />}
      <div className="actions">
        <Button busy={busy} onClick={() => void save()}>
          {t('deskInbox.saved.save')}
        </Button>
        <Button look="secondary" onClick={() => setOpen(false)}>
          {t('desk.keep')}
        </Button>
      </div>
    </div>
  );
}
