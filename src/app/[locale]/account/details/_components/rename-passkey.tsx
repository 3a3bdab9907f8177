'use client';

import { TextInput } from '@/components/forms/text-input';
import { textFields } from '@/components/forms/text-fields';
import { Button } from '@/components/button';
import { SchemaForm } from '@/components/forms/schema-form';
import { useSchemaForm } from '@/components/forms/use-schema-form';
import { useI18n } from '@/locales/client';
import { trpc } from '@/trpc/react';
import type { ChangeProps } from './passkey-props';

/** The form that gives a passkey another name. */
export function RenamePasskey({ passkey: { passkeyId, name }, onChanged, onClose }: ChangeProps) {
  const t = useI18n();
  const prefix = `rename-${passkeyId}`;
  const form = useSchemaForm({
    prefix,
    initialValues: { name },
    schema: async () => (await import('@/schemas/passkeys')).passkeyNameInput,
    labels: { name: t('details.passkeys.name') },
    toInput: (values) => values,
    send: async (input) => {
      onChanged(await trpc.passkeys.rename.mutate({ passkeyId, ...input }), t('details.passkeys.renamed'));
      onClose();
    },
  });
  return (
    <SchemaForm form={form}>
      <TextInput autoComplete="off" data-autofocus autoFocus {...textFields(form)('name')} />
      <div className="actions mt-2">
        <Button type="submit" busy={form.busy}>
          {form.busy ? t('details.saving') : t('details.save')}
        </Button>
        <Button look="secondary" onClick={onClose}>
          {t('details.passkeys.cancel')}
        </Button>
      </div>
    </SchemaForm>
  );
}
