'use client';

import { TextInput } from '@/components/forms/text-input';
import { textFields } from '@/components/forms/text-fields';
import { useState } from 'react';
import { Button } from '@/components/button';
import { SchemaForm } from '@/components/forms/schema-form';
import { useSchemaForm } from '@/components/forms/use-schema-form';
import { Notice } from '@/components/notice';
import { createPasskey, type CreationEnd } from '@/components/passkeys/ceremonies';
import { describeDevice } from '@/schemas/device';
import { useI18n } from '@/locales/client';
import { trpc } from '@/trpc/react';
import { useDeviceName } from './device-name';
import type { Passkeys } from './passkey-props';

interface AddPasskeyProps {
  onProofNeeded: () => void;
  onAdded: (list: Passkeys, message: string) => void;
}

/** Adds a passkey of this device. Must be rendered in the browser only: it suggests the name of the device. */
export function AddPasskey({ onProofNeeded, onAdded }: AddPasskeyProps) {
  const t = useI18n();
  const suggested = useDeviceName()(describeDevice(navigator.userAgent));
  const [end, setEnd] = useState<CreationEnd | null>(null);
  const form = useSchemaForm({
    prefix: 'add-passkey',
    initialValues: { name: suggested },
    schema: async () => (await import('@/schemas/passkeys')).passkeyNameInput,
    labels: { name: t('details.passkeys.name') },
    toInput: (values) => values,
    send: async ({ name }) => {
      setEnd(null);
      const created = await createPasskey(await trpc.passkeys.requestNew.mutate());
      if (typeof created === 'string') {
        setEnd(created);
        return false;
      }
      onAdded(await trpc.passkeys.add.mutate({ name, response: created }), t('details.passkeys.done'));
      form.setValues({ name: suggested });
    },
    explain: ({ code, message }) => {
      if (code === 'PROOF_REQUIRED') onProofNeeded();
      return code === 'PASSKEY_TAKEN' ? { message: message ?? '' } : undefined;
    },
  });
  return (
    <SchemaForm form={form} lead={end && Object.keys(form.errors).length === 0 && <Ended end={end} />}>
      <TextInput
        description={t('details.passkeys.nameHint')}
        autoComplete="off"
        {...textFields(form)('name')}
      />
      <Button type="submit" wide busy={form.busy}>
        {form.busy ? t('details.passkeys.adding') : t('details.passkeys.add')}
      </Button>
    </SchemaForm>
  );
}

/** Explains why the device created no passkey. */
function Ended({ end }: { end: CreationEnd }) {
  const t = useI18n();
  const [title, text] = {
    already: [t('details.passkeys.already'), t('details.passkeys.alreadyText')],
    unable: [t('details.passkeys.unable'), t('details.passkeys.unableText')],
    stopped: [t('details.passkeys.stopped'), t('details.passkeys.stoppedText')],
  }[end];
  return (
    <Notice tone="waiting" urgent title={title}>
      <p>{text}</p>
    </Notice>
  );
}
