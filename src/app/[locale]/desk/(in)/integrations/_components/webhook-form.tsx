'use client';

import { useRouter } from 'next/navigation';
import { useState, type ReactNode } from 'react';
import { Button } from '@/components/button';
import { SchemaForm } from '@/components/forms/schema-form';
import { textFields } from '@/components/forms/text-fields';
import { TextInput } from '@/components/forms/text-input';
import { useSchemaForm } from '@/components/forms/use-schema-form';
import { ALL_EVENT_TYPES, EVENT_TYPES, type EventType } from '@/domain/event';
import { useI18n } from '@/locales/client';
import { desk } from '@/trpc/desk';
import classes from '../../_components/desk.module.css';
import own from './scopes.module.css';
import { ShownSecret } from './shown-secret';

const NO_TYPES = Object.fromEntries(ALL_EVENT_TYPES.map((type) => [type, false])) as Record<
  EventType,
  boolean
>;

/** Adds a webhook and shows its secret once. The names of events are those that programs read. */
export function WebhookForm() {
  const t = useI18n();
  const router = useRouter();
  const [secret, setSecret] = useState<string | null>(null);
  const initialValues = { url: '', personal: false, ...NO_TYPES };
  const form = useSchemaForm({
    prefix: 'webhook',
    initialValues,
    schema: async () => (await import('@/schemas/desk')).endpointInput,
    labels: { url: t('deskIntegrations.webhook.url') },
    toInput: ({ url, personal, ...chosen }) => ({
      url: url.trim(),
      personal,
      types: ALL_EVENT_TYPES.filter((type) => chosen[type]),
    }),
    send: async (input) => {
      setSecret((await desk.integrations.createWebhook.mutate(input)).secret);
      form.setValues(initialValues);
      router.refresh();
    },
    keptAs: 'desk-webhook',
  });
  const tick = (name: EventType | 'personal', label: ReactNode) => (
    <label key={name} className="tick">
      <input
        type="checkbox"
        checked={form.values[name]}
        onChange={(event) => form.change({ [name]: event.currentTarget.checked })}
      />
      {label}
    </label>
  );
  return (
    <SchemaForm
      form={form}
      dense
      className={classes.form}
      lead={<ShownSecret title={t('deskIntegrations.webhook.secret')} secret={secret} />}
    >
      <TextInput
        description={t('deskIntegrations.webhook.urlHint')}
        type="url"
        autoComplete="off"
        {...textFields(form)('url')}
      />
      <fieldset>
        <legend>{t('deskIntegrations.webhook.types')}</legend>
        <p className="muted small">{t('deskIntegrations.webhook.typesHint')}</p>
        {Object.entries(EVENT_TYPES).map(([noun, names]) => (
          <details key={noun} className={own.types}>
            <summary>
              <code>{noun}</code>
            </summary>
            {names.map((name) => tick(`${noun}.${name}` as EventType, <code>{`${noun}.${name}`}</code>))}
          </details>
        ))}
      </fieldset>
      {tick('personal', t('deskIntegrations.webhook.personal'))}
      <Button type="submit" busy={form.busy}>
        {t('deskIntegrations.webhook.add')}
      </Button>
    </SchemaForm>
  );
}
