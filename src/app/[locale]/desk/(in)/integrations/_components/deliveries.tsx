'use client';

import { useState } from 'react';
import { Button } from '@/components/button';
import { Notice } from '@/components/notice';
import { useI18n, useLocale } from '@/locales/client';
import { momentText } from '@/locales/format';
import { desk, type DeskOutputs } from '@/trpc/desk';
import { useDeskCommand } from '../../_components/use-desk-command';
import classes from '../../_components/desk.module.css';

type Delivery = DeskOutputs['integrations']['deliveries'][number];

/** The newest deliveries of a webhook, read when they are asked for, each with its answers. */
export function Deliveries({ endpointId, url }: { endpointId: string; url: string }) {
  const t = useI18n();
  const locale = useLocale();
  const command = useDeskCommand();
  const [deliveries, setDeliveries] = useState<Delivery[] | null>(null);
  const read = async () => setDeliveries(await desk.integrations.deliveries.query({ endpointId }));
  const show = t('deskIntegrations.webhook.showLog');
  const resend = t('deskIntegrations.webhook.resend');
  const of = (act: string, what: string) => t('deskIntegrations.webhook.of', { act, url: what });
  return (
    <section className="stack">
      <div className="actions">
        <Button
          look="secondary"
          busy={command.busy}
          aria-label={of(show, url)}
          onClick={() => void command.act(read, null)}
        >
          {show}
        </Button>
      </div>
      {command.problem && <Notice tone="bad" urgent title={command.problem.message} />}
      {deliveries?.length === 0 && <p className="muted small">{t('deskIntegrations.webhook.noLog')}</p>}
      <ul className={classes.rows} aria-label={of(t('deskIntegrations.webhook.log'), url)}>
        {deliveries?.map(({ eventId, type, status, tries, createdAt }) => (
          <li key={eventId} className={classes.row} data-split>
            <div>
              <p>
                <code>{type}</code> · {t(`deskIntegrations.webhook.status.${status}`)}
              </p>
              <p className="muted anywhere small">
                {momentText(createdAt.toISOString(), locale)} · {eventId}
                {tries.length > 0 &&
                  ` · ${t('deskIntegrations.webhook.tries', {
                    answers: tries.map(({ answer, ms }) => `${answer} (${ms} ms)`).join(', '),
                  })}`}
              </p>
            </div>
            {status !== 'waiting' && (
              <Button
                look="secondary"
                aria-label={of(resend, eventId)}
                onClick={() =>
                  void command.act(async () => {
                    await desk.integrations.sendAgain.mutate({ endpointId, eventId });
                    await read();
                  }, t('deskIntegrations.webhook.replayed'))
                }
              >
                {resend}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
