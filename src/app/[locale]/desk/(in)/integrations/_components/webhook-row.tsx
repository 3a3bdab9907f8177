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
import { Deliveries } from './deliveries';
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
