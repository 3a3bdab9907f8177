'use client';

import { useState } from 'react';
import { Button } from '@/components/button';
import { useCommand } from '@/components/forms/use-command';
import { Notice } from '@/components/notice';
import { showToast } from '@/components/toasts';
import { useI18n } from '@/locales/client';
import { trpc } from '@/trpc/react';
import classes from './overview.module.css';

/** Shows whether messages about points and offers are sent, and starts or stops them. */
export function Messages({ initiallyOn }: { initiallyOn: boolean }) {
  const t = useI18n();
  const { run, busy, problem } = useCommand();
  const [isOn, setOn] = useState(initiallyOn);

  const change = () =>
    run(async () => {
      const { optionalMessages } = await trpc.account.updateMessages.mutate({ optionalMessages: !isOn });
      setOn(optionalMessages);
      const message = optionalMessages ? t('details.messages.started') : t('details.messages.stopped');
      showToast({ message, tone: 'good' });
    });

  return (
    <section className={`card anywhere stack ${classes.data}`} aria-labelledby="messages-title">
      <h2 id="messages-title">{t('details.messages.title')}</h2>
      <p className="muted small">{isOn ? t('details.messages.on') : t('details.messages.off')}</p>
      <Button look="secondary" busy={busy} onClick={() => void change()}>
        {busy ? t('details.saving') : isOn ? t('details.messages.stop') : t('details.messages.start')}
      </Button>
      {problem && <Notice tone="bad" urgent title={problem.message} />}
    </section>
  );
}
