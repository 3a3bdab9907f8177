'use client';

import { useState } from 'react';
import { Button } from '@/components/button';
import { useI18n } from '@/locales/client';
import { desk } from '@/trpc/desk';
import { useDeskCommand } from '../../_components/use-desk-command';

interface StopBroadcastProps {
  broadcastId: string;
  /** Its beginning, where several can be stopped. */
  text?: string;
}

/** Stops what the staff wrote, and takes back what has not left. */
export function StopBroadcast({ broadcastId, text }: StopBroadcastProps) {
  const t = useI18n();
  const { act, busy, problem } = useDeskCommand();
  const [isStopped, setStopped] = useState(false);
  const stop = async () => {
    const { withdrawn } = await desk.messages.stopBroadcast.mutate({ broadcastId });
    setStopped(true);
    return t('deskMessages.write.stopped', { count: withdrawn });
  };
  if (isStopped) return <p role="status">{t('deskMessages.sent.state.stopped')}</p>;
  return (
    <>
      <Button
        look="secondary"
        busy={busy}
        aria-label={text && t('deskMessages.write.stopOf', { text })}
        onClick={() => void act(stop, '')}
      >
        {t('deskMessages.write.stop')}
      </Button>
      {problem && <p role="alert">{problem.message}</p>}
    </>
  );
}
