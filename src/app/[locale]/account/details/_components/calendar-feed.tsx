'use client';

import { useState } from 'react';
import { Button } from '@/components/button';
import { ButtonAnchor } from '@/components/button-anchor';
import { CopyableFact, CopyableFacts } from '@/components/copyable-facts';
import { useCommand } from '@/components/forms/use-command';
import { Notice } from '@/components/notice';
import { showToast } from '@/components/toasts';
import { useI18n } from '@/locales/client';
import { trpc } from '@/trpc/react';
import { Moment } from './moment';
import classes from './overview.module.css';

/** Turns the calendar feed of the payment days on and off. Shows a new address once. */
export function CalendarFeed({ initiallySince }: { initiallySince: string | null }) {
  const t = useI18n();
  const { run, busy, problem } = useCommand();
  const [since, setSince] = useState(initiallySince);
  const [url, setUrl] = useState<string | null>(null);

  const turnOn = () =>
    run(async () => {
      const made = await trpc.account.turnOnCalendarFeed.mutate();
      setSince(made.since);
      setUrl(made.url);
      showToast({ message: t('details.calendar.made'), tone: 'good' });
    });
  const turnOff = () =>
    run(async () => {
      setSince((await trpc.account.turnOffCalendarFeed.mutate()).since);
      setUrl(null);
      showToast({ message: t('details.calendar.ended'), tone: 'good' });
    });

  return (
    <section className={`card anywhere stack ${classes.data}`} aria-labelledby="calendar-title">
      <h2 id="calendar-title">{t('details.calendar.title')}</h2>
      <p className="muted small">
        {since === null
          ? t('details.calendar.off')
          : t('details.calendar.on', { moment: <Moment at={since} /> })}
      </p>
      {url !== null && <NewAddress url={url} />}
      <Button look="secondary" busy={busy} onClick={() => void turnOn()}>
        {since === null ? t('details.calendar.turnOn') : t('details.calendar.renew')}
      </Button>
      {since !== null && (
        <>
          <p className="muted small">{t('details.calendar.renewHint')}</p>
          <Button look="secondary" busy={busy} onClick={() => void turnOff()}>
            {t('details.calendar.turnOff')}
          </Button>
        </>
      )}
      {problem && <Notice tone="bad" urgent title={problem.message} />}
    </section>
  );
}

function NewAddress({ url }: { url: string }) {
  const t = useI18n();
  return (
    <>
      <CopyableFacts>
        <CopyableFact name={t('details.calendar.link')} text={url} t={t}>
          {url}
        </CopyableFact>
      </CopyableFacts>
      <p className="small">{t('details.calendar.once')}</p>
      <ButtonAnchor href={url.replace(/^https?:/, 'webcal:')}>{t('details.calendar.add')}</ButtonAnchor>
    </>
  );
}
