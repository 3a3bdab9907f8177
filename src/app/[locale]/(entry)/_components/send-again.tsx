'use client';

import { useEffect, useState } from 'react';
import { Button } from '@/components/button';
import { useCommand } from '@/components/forms/use-command';
import { Notice } from '@/components/notice';
import { useI18n } from '@/locales/client';
import classes from './entry.module.css';

const PAUSE_SECONDS = 60;

interface SendAgainProps {
  /** The text that confirms that the mail was sent again. */
  said: string;
  onSend: () => Promise<void>;
  onOther: () => void;
}

/** Offers to send the mail again after a delay, or to use another e-mail. */
export function SendAgain({ said, onSend, onOther }: SendAgainProps) {
  const t = useI18n();
  const [wait, setWait] = useState(PAUSE_SECONDS);
  const { run, busy, problem } = useCommand();
  const [sent, setSent] = useState(false);
  const waiting = wait > 0;

  useEffect(() => {
    if (!waiting) return;
    const tick = window.setInterval(() => setWait((seconds) => seconds - 1), 1000);
    return () => window.clearInterval(tick);
  }, [waiting]);

  const send = () =>
    run(async () => {
      setSent(false);
      await onSend();
      setSent(true);
      setWait(PAUSE_SECONDS);
    });

  return (
    <section className={classes.again}>
      <p>{t('auth.sent.nothing')}</p>
      <div role="status">{sent && <Notice tone="good" title={said} />}</div>
      {problem && <Notice tone="bad" urgent title={problem.message} />}
      <p className="actions">
        {waiting && !busy ? (
          <span className={classes.wait}>{t('auth.sent.wait', { seconds: wait })}</span>
        ) : (
          <Button look="quiet" busy={busy} onClick={() => void send()}>
            {busy ? t('auth.link.sending') : t('auth.sent.again')}
          </Button>
        )}
        <Button look="quiet" onClick={onOther}>
          {t('auth.sent.other')}
        </Button>
      </p>
    </section>
  );
}
