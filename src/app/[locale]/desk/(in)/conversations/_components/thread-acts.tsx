'use client';

import { Button } from '@/components/button';
import { NativeSelect } from '@/components/forms/native-select';
import { Notice } from '@/components/notice';
import { useI18n } from '@/locales/client';
import { desk } from '@/trpc/desk';
import { useDeskCommand } from '../../_components/use-desk-command';
import classes from './inbox.module.css';

interface ThreadActsProps {
  conversationId: string;
  /** The last message on the page. */
  seenId: string;
  staffId: string | null;
  answerers: readonly { staffId: string; name: string }[];
  isClosed: boolean;
}

/** Gives a conversation to a colleague, and closes it. */
export function ThreadActs({ conversationId, seenId, staffId, answerers, isClosed }: ThreadActsProps) {
  const t = useI18n();
  const { act, busy, problem } = useDeskCommand();
  return (
    <div className={classes.acts}>
      <NativeSelect
        aria-label={t('deskInbox.give.label')}
        value={staffId ?? ''}
        disabled={busy}
        data={[
          { value: '', label: t('deskInbox.nobody') },
          ...answerers.map(({ staffId: value, name }) => ({ value, label: name })),
        ]}
        onChange={(event) => {
          const to = event.currentTarget.value || null;
          void act(
            () => desk.conversations.assign.mutate({ conversationId, staffId: to }),
            t('deskInbox.give.done'),
          );
        }}
      />
      {!isClosed && (
        <Button
          look="secondary"
          busy={busy}
          onClick={() =>
            void act(() => desk.conversations.close.mutate({ conversationId, seenId }), t('deskInbox.closed'))
          }
        >
          {t('deskInbox.close')}
        </Button>
      )}
      {problem && <Notice tone="bad" urgent title={problem.message} />}
    </div>
  );
}
