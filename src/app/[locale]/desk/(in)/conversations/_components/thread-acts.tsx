'use client';

import { useRouter } from 'next/navigation';
import { Button } from '@/components/button';
import { NativeSelect } from '@/components/forms/native-select';
import { Notice } from '@/components/notice';
import { useI18n } from '@/locales/client';
import { desk } from '@/trpc/desk';
import { Act } from '../../_components/act';
import { useDeskCommand } from '../../_components/use-desk-command';
import classes from './inbox.module.css';

interface ThreadActsProps {
  conversationId: string;
  /** The last message on the page. */
  seenId: string;
  staffId: string | null;
  answerers: readonly { staffId: string; name: string }[];
  isClosed: boolean;
  /** The address of the list after the deletion; null for a member who may not delete. */
  leadsTo: string | null;
}

/** Gives a conversation to a colleague, closes it, opens it again, and deletes it. */
export function ThreadActs(props: ThreadActsProps) {
  const { conversationId, seenId, staffId, answerers, isClosed, leadsTo } = props;
  const t = useI18n();
  const router = useRouter();
  const { act, busy, problem } = useDeskCommand();
  const reopen = () => desk.conversations.reopen.mutate({ conversationId });
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
            () => () => desk.conversations.assign.mutate({ conversationId, staffId }),
          );
        }}
      />
      {!isClosed && (
        <Button
          look="secondary"
          busy={busy}
          onClick={() =>
            void act(
              () => desk.conversations.close.mutate({ conversationId, seenId }),
              t('deskInbox.closed'),
              () => reopen,
            )
          }
        >
          {t('deskInbox.close')}
        </Button>
      )}
      {isClosed && (
        <Button look="secondary" busy={busy} onClick={() => void act(reopen, t('deskInbox.reopened'))}>
          {t('deskInbox.reopen')}
        </Button>
      )}
      {leadsTo !== null && (
        <Act
          act={t('deskInbox.remove.act')}
          text={t('deskInbox.remove.text')}
          run={async () => {
            await desk.conversations.delete.mutate({ conversationId });
            router.replace(leadsTo);
          }}
          done={t('deskInbox.remove.done')}
        />
      )}
      {problem && <Notice tone="bad" urgent title={problem.message} />}
    </div>
  );
}
