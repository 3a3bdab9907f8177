'use client';

import { TextInput } from '@/components/forms/text-input';
import { textFields } from '@/components/forms/text-fields';
import { Button } from '@/components/button';
import { SchemaForm } from '@/components/forms/schema-form';
import { useSchemaForm } from '@/components/forms/use-schema-form';
import { useI18n } from '@/locales/client';
import classes from './out.module.css';

interface CodeFormProps {
  submit: string;
  send: (code: string) => Promise<'leaving' | void>;
  /** Called when the link of the page has ended. */
  onOver?: () => void;
}

/** The field for the six digits of an authenticator app. */
export function CodeForm({ submit, send, onOver }: CodeFormProps) {
  const t = useI18n();
  const form = useSchemaForm({
    prefix: 'desk-code',
    initialValues: { code: '' },
    schema: async () => (await import('@/schemas/desk')).appCodeInput,
    labels: { code: t('desk.code.label') },
    toInput: (values) => values,
    send: ({ code }) => send(code),
    explain: ({ code, message }) => {
      if (code === 'TOKEN_EXPIRED') onOver?.();
      return code === 'LOGIN_CODE_INCORRECT' && message !== null ? { field: 'code', message } : undefined;
    },
  });
  return (
    <SchemaForm form={form} className={classes.form}>
      <TextInput
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
        inputClass={classes.code}
        {...textFields(form)('code')}
      />
      <Button type="submit" wide busy={form.busy}>
        {submit}
      </Button>
    </SchemaForm>
  );
}
