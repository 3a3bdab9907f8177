'use client';

import { TextInput } from '@/components/forms/text-input';
import type { TextFieldProps } from '@/components/forms/text-fields';
import { useI18n } from '@/locales/client';

/** The e-mail field of the log-in forms. @param props `autoComplete`: the values that the browser suggests */
export function EmailField({
  autoComplete = 'username',
  ...props
}: TextFieldProps & { autoComplete?: string }) {
  const t = useI18n();
  return (
    <TextInput
      label={t('auth.email')}
      type="email"
      inputMode="email"
      autoComplete={autoComplete}
      autoCapitalize="none"
      spellCheck={false}
      {...props}
    />
  );
}
