'use client';

import { TextInput } from '@mantine/core';
import type { TextFieldProps } from '@/components/forms/text-fields';
import { useI18n } from '@/locales/client';

/** The e-mail field of the log-in forms. */
export function EmailField(props: TextFieldProps) {
  const t = useI18n();
  return (
    <TextInput
      label={t('auth.email')}
      type="email"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
    />
  );
}
