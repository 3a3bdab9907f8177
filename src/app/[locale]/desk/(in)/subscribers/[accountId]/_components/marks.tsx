'use client';

import { useState } from 'react';
import { Button } from '@/components/button';
import { NativeSelect } from '@/components/forms/native-select';
import { TextInput } from '@/components/forms/text-input';
import { Notice } from '@/components/notice';
import { TAG_MAX, TAGS_MAX } from '@/domain/staff';
import { useI18n } from '@/locales/client';
import { desk, type DeskOutputs } from '@/trpc/desk';
import { useDeskCommand } from '../../../_components/use-desk-command';

interface MarksProps {
  accountId: string;
  marks: DeskOutputs['subscribers']['view']['marks'];
  known: DeskOutputs['subscribers']['marks'];
}

/** The tags of a subscriber, the day on which to come back, and the member who cares. */
export function Marks({ accountId, marks, known }: MarksProps) {
  const t = useI18n();
  const { act, busy, problem } = useDeskCommand();
  const [tags, setTags] = useState(marks.tags.join(', '));
  const [day, setDay] = useState(marks.followUpOn ?? '');
  const [staffId, setStaffId] = useState(marks.staffId ?? '');
  const typed = tags
    .split(/[,\n]/)
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
  const isTooMany = typed.length > TAGS_MAX || typed.some((tag) => tag.length > TAG_MAX);
  const chosen = {
    tags: [...new Set(typed)],
    followUpOn: day === '' ? null : day,
    staffId: staffId === '' ? null : staffId,
  };
  // A page that is read again only after this shows the same marks as before, and would leave what was typed.
  const takeBack = async () => {
    await desk.subscribers.saveMarks.mutate({ accountId, ...marks, before: chosen });
    setTags(marks.tags.join(', '));
    setDay(marks.followUpOn ?? '');
    setStaffId(marks.staffId ?? '');
  };
  return (
    <section className="card mt-5 stack-4">
      <h2>{t('deskSubscribers.marks.title')}</h2>
      <TextInput
        label={t('deskSubscribers.marks.tags')}
        description={t('deskSubscribers.marks.tagsHint')}
        list="desk-tags"
        value={tags}
        error={
          isTooMany ? t('deskSubscribers.marks.tooMany', { tags: TAGS_MAX, letters: TAG_MAX }) : undefined
        }
        onChange={(event) => setTags(event.currentTarget.value)}
      />
      <datalist id="desk-tags">
        {known.tags.map((tag) => (
          <option key={tag} value={tag} />
        ))}
      </datalist>
      <TextInput
        label={t('deskSubscribers.marks.followUp')}
        type="date"
        value={day}
        onChange={(event) => setDay(event.currentTarget.value)}
      />
      <NativeSelect
        label={t('deskSubscribers.marks.member')}
        value={staffId}
        data={[
          { value: '', label: t('deskSubscribers.marks.anyone') },
          ...known.team.map(({ staffId: value, name: label }) => ({ value, label })),
        ]}
        onChange={(event) => setStaffId(event.currentTarget.value)}
      />
      {problem && <Notice tone="bad" urgent title={problem.message} />}
      <div>
        <Button
          look="secondary"
          busy={busy}
          off={isTooMany}
          onClick={() =>
            void act(
              () => desk.subscribers.saveMarks.mutate({ accountId, ...chosen }),
              t('deskSubscribers.marks.saved'),
              () => takeBack,
            )
          }
        >
          {t('deskSubscribers.marks.save')}
        </Button>
      </div>
    </section>
  );
}
