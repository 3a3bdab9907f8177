'use client';

import { useState } from 'react';
import { Button } from '@/components/button';
import { Notice } from '@/components/notice';
import { TextInput } from '@/components/forms/text-input';
import { useI18n, useLocale } from '@/locales/client';
import { momentText } from '@/locales/format';
import { desk, type DeskOutputs } from '@/trpc/desk';
import { Act } from '../../_components/act';
import { useDeskCommand } from '../../_components/use-desk-command';
import classes from '../../_components/desk.module.css';
import { ShownSecret } from './shown-secret';

type Webhook = DeskOutputs['integrations']['webhooks'][number];

/** A webhook: its state, what can be done with it, and what it was sent. */
export function WebhookRow({ webhook }: { webhook: Webhook }) {
  const t = useI18n();
  const command = useDeskCommand();
  const [secret, setSecret] = useState<string | null>(null);
  const [day, setDay] = useState('');
  const { endpointId, url, types, personal, offAt } = webhook;
  const { integrations } = desk;
  const named = (act: string) => ({ act, label: t('deskIntegrations.webhook.of', { act, url }) });
  return (
    <li className={`stack ${classes.row}`}>
      <p className={`anywhere ${classes.strong}`}>{url}</p>
      <p className="muted anywhere small">
        <State webhook={webhook} /> ·{' '}
        {types.length > 0 ? <code>{types.join(', ')}</code> : t('deskIntegrations.webhook.allTypes')}
        {personal && ` · ${t('deskIntegrations.webhook.personal')}`}
      </p>
      <ShownSecret title={t('deskIntegrations.webhook.secret')} secret={secret} />
      {command.problem && <Notice tone="bad" urgent title={command.problem.message} />}
      <div className="actions">
        {offAt === null && (
          <Button
            look="secondary"
            busy={command.busy}
            aria-label={named(t('deskIntegrations.webhook.test')).label}
            onClick={() =>
              void command.act(
                () => integrations.testWebhook.mutate({ endpointId }),
                t('deskIntegrations.webhook.testSent'),
              )
            }
          >
            {t('deskIntegrations.webhook.test')}
          </Button>
        )}
        <Act
          {...named(t('deskIntegrations.webhook.replay'))}
          text={t('deskIntegrations.webhook.replayText')}
          ready={day !== ''}
          run={() => integrations.sendAllSince.mutate({ endpointId, since: day })}
          done={t('deskIntegrations.webhook.replayed')}
        >
          <TextInput
            type="date"
            label={t('deskIntegrations.webhook.replayDay')}
            value={day}
            onChange={(event) => setDay(event.currentTarget.value)}
          />
        </Act>
        <Act
          {...named(t('deskIntegrations.webhook.rotate'))}
          text={t('deskIntegrations.webhook.rotateText')}
          run={async () => setSecret((await integrations.rotateSecret.mutate({ endpointId })).secret)}
          done={t('deskIntegrations.webhook.changed')}
        />
        <Act
          {...named(t(`deskIntegrations.webhook.${offAt ? 'turnOn' : 'turnOff'}`))}
          text={t(`deskIntegrations.webhook.${offAt ? 'turnOnText' : 'turnOffText'}`)}
          run={() => integrations.switchWebhook.mutate({ endpointId, on: offAt !== null })}
          done={t('deskIntegrations.webhook.changed')}
        />
        <Act
          {...named(t('deskIntegrations.webhook.remove'))}
          text={t('deskIntegrations.webhook.removeText')}
          run={() => integrations.removeWebhook.mutate({ endpointId })}
          done={t('deskIntegrations.webhook.removed')}
        />
      </div>
      <Deliveries endpointId={endpointId} url={url} />
    </li>
  );
}

function State({ webhook: { createdAt, failingSince, offAt, offWhy } }: { webhook: Webhook }) {
  const t = useI18n();
  const locale = useLocale();
  const date = momentText((offAt ?? failingSince ?? createdAt).toISOString(), locale);
  if (offAt) {
    const why = offWhy === 'failing' ? 'offFailing' : offWhy === 'gone' ? 'offGone' : 'offStaff';
    return <b className="problem">{t(`deskIntegrations.webhook.${why}`, { date })}</b>;
  }
  if (failingSince) return <b className="problem">{t('deskIntegrations.webhook.failing', { date })}</b>;
  return (
    <>
      {t('deskIntegrations.webhook.working')} · {t('deskIntegrations.webhook.since', { date })}
    </>
  );
}

type Delivery = DeskOutputs['integrations']['deliveries'][number];

/** The newest deliveries of a webhook, read when they are asked for, each with its answers. */
function Deliveries({ endpointId, url }: { endpointId: string; url: string }) {
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
