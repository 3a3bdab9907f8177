'use client';

import { Button } from '@/components/button';
import { Notice } from '@/components/notice';
import { useI18n } from '@/locales/client';
import { desk } from '@/trpc/desk';
import { useDeskCommand } from '../../_components/use-desk-command';

interface EndSessionProps {
  sessionId: string;
  whose: 'own' | 'colleague';
  device: string;
}

/** Ends another session of the member, or one of a colleague. */
export function EndSession({ sessionId, whose, device }: EndSessionProps) {
  const t = useI18n();
  return (
    <End
      text={t('desk.sessions.end')}
      label={t('desk.sessions.endOf', { device })}
      call={() => (whose === 'own' ? desk.entry : desk.team).endSession.mutate({ sessionId })}
    />
  );
}

/** Ends all other sessions of the member. */
export function EndOthers() {
  const t = useI18n();
  return <End text={t('desk.sessions.endOthers')} call={() => desk.entry.endOtherSessions.mutate()} />;
}

function End({ text, label, call }: { text: string; label?: string; call: () => Promise<unknown> }) {
  const t = useI18n();
  const { act, busy, problem } = useDeskCommand();
  return (
    <div>
      {problem && <Notice tone="bad" urgent title={problem.message} />}
      <Button
        look="secondary"
        busy={busy}
        aria-label={label}
        onClick={() => void act(call, t('desk.sessions.ended'))}
      >
        {text}
      </Button>
    </div>
  );
}
