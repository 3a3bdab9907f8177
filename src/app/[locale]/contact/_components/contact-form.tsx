'use client';

import { useState } from 'react';
import { ArrivedHeading } from '@/components/arrived-heading';
import { Button } from '@/components/button';
import { ButtonAnchor } from '@/components/button-anchor';
import { ErrorSummary } from '@/components/forms/error-summary';
import { textFields } from '@/components/forms/text-fields';
import { NativeSelect } from '@/components/forms/native-select';
import { TextArea } from '@/components/forms/text-area';
import { TextInput } from '@/components/forms/text-input';
import { useSchemaForm } from '@/components/forms/use-schema-form';
import { CONTACT_TEXT_MAX, CONTACT_TOPICS } from '@/domain/conversation';
import { useI18n, useLocale } from '@/locales/client';
import { localePath } from '@/locales/paths';
import { trpc } from '@/trpc/react';

interface ContactFormProps {
  /** Whether the writer is logged in. */
  isKnown: boolean;
  orders: readonly { orderId: string; name: string }[];
}

/** Sends the contact form, and then shows the way to its conversation. */
export function ContactForm({ isKnown, orders }: ContactFormProps) {
  const t = useI18n();
  const locale = useLocale();
  const [key] = useState(() => crypto.randomUUID());
  const [sent, setSent] = useState<{ token: string | null } | null>(null);
  const form = useSchemaForm({
    prefix: 'contact',
    initialValues: { topic: 'delivery', aboutOrderId: '', name: '', email: '', text: '' },
    schema: async () => {
      const { contactInput, strangerContactInput } = await import('@/schemas/conversations');
      return isKnown ? contactInput : strangerContactInput;
    },
    labels: {
      topic: t('contact.topic'),
      name: t('contact.name'),
      email: t('contact.email'),
      text: t('contact.text'),
    },
    toInput: ({ topic, aboutOrderId, name, email, text }) => ({
      key,
      topic,
      locale,
      text,
      ...(isKnown ? { aboutOrderId: aboutOrderId || undefined } : { name, email }),
    }),
    send: async (input) => setSent(await trpc.conversations.send.mutate(input)),
    ...(isKnown && { keptAs: 'contact' }),
  });
  const text = textFields(form);
  if (sent)
    return (
      <div className="stack mt-5">
        <ArrivedHeading>{t('contact.sentTitle')}</ArrivedHeading>
        <p>{t('contact.sentText')}</p>
        {sent.token && (
          <div>
            <ButtonAnchor href={localePath(locale, `/talk/${sent.token}`)} look="secondary">
              {t('contact.open')}
            </ButtonAnchor>
          </div>
        )}
      </div>
    );
  return (
    <form method="post" noValidate className="stack-4 mt-5" onSubmit={(event) => void form.submit(event)}>
      <ErrorSummary form={form} />
      <NativeSelect
        {...text('topic')}
        data={CONTACT_TOPICS.map((topic) => ({ value: topic, label: t(`contact.topics.${topic}`) }))}
      />
      {orders.length > 0 && (
        <NativeSelect
          {...text('aboutOrderId')}
          label={t('contact.order')}
          data={[
            { value: '', label: t('contact.noOrder') },
            ...orders.map(({ orderId, name }) => ({ value: orderId, label: name })),
          ]}
        />
      )}
      {!isKnown && (
        <>
          <TextInput {...text('name')} autoComplete="name" />
          <TextInput
            {...text('email')}
            description={t('contact.emailHint')}
            type="email"
            inputMode="email"
            autoComplete="email"
          />
        </>
      )}
      <TextArea
        {...text('text')}
        description={t('contact.textHint')}
        rows={6}
        maxLength={CONTACT_TEXT_MAX}
        onChange={(event) => form.change({ text: event.currentTarget.value })}
      />
      <div>
        <Button type="submit" wide busy={form.busy}>
          {t('contact.send')}
        </Button>
      </div>
    </form>
  );
}
