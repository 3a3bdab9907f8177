'use client';

import { useI18n } from '@/locales/client';
import { desk } from '@/trpc/desk';
import { Act } from './act';

/** Ends all sessions of the subscriber. */
export function EndSessions({ accountId }: { accountId: string }) {
  const t = useI18n();
  return (
    <Act
      act={t('deskSubscribers.act.endSessions')}
      text={t('deskSubscribers.act.endSessionsText')}
      run={(reason) => desk.subscribers.endSessions.mutate({ accountId, reason })}
      done={t('deskSubscribers.act.sessionsEnded')}
    />
  );
}
