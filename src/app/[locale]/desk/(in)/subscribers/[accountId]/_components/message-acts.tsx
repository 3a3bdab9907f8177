'use client';

import { useState } from 'react';
import { Button } from '@/components/button';
import { Notice } from '@/components/notice';
import { useI18n } from '@/locales/client';
import { desk } from '@/trpc/desk';
import { Act } from './act';
import own from './subscriber.module.css';
import { useDeskCommand } from '../../../_components/use-desk-command';

interface MessageActsProps {
  accountId: string;
  messageId: string;
  name: string;
  hasText: boolean;
  canResend: boolean;
}

/** Shows the text of a message, and sends the message again. */
export function MessageActs({ accountId, messageId, name, hasText, canResend }: MessageActsProps) {
  const t = useI18n();
  const command = useDeskCommand();
  const [shown, setShown] = useState<{ subject: string; text: string } | null>(null);
  const [isOpen, setOpen] = useState(false);
  const read = () => {
    setOpen(!isOpen);
    if (!isOpen && shown === null)
      void command.act(
        async () => setShown(await desk.subscribers.message.query({ accountId, messageId })),
        null,
      );
  };
  return (
    <>
      <div className={`actions ${own.acts}`}>
        {hasText && (
          <Button
            look="secondary"
            busy={command.busy}
            aria-expanded={isOpen}
            aria-label={t('deskSubscribers.messages.readOf', { name })}
            onClick={read}
          >
            {t(isOpen ? 'deskSubscribers.act.close' : 'deskSubscribers.messages.read')}
          </Button>
        )}
        {canResend && (
          <Act
            act={t('deskSubscribers.messages.resend')}
            label={t('deskSubscribers.messages.resendOf', { name })}
            text={t('deskSubscribers.messages.resendText')}
            reason="none"
            run={() => desk.subscribers.resend.mutate({ accountId, messageId })}
            done={t('deskSubscribers.messages.resent')}
          />
        )}
      </div>
      {command.problem && <Notice tone="bad" urgent title={command.problem.message} />}
      {isOpen && shown && (
        <div className={`anywhere small mt-2 ${own.text}`} role="status">
          <p>
            <b>{shown.subject}</b>
          </p>
          {shown.text}
        </div>
      )}
    </>
  );
}
