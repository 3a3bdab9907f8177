'use client';

import { TextInput } from '@/components/forms/text-input';
import type { TextFieldProps } from '@/components/forms/text-fields';

/** The e-mail field of the log-in forms. @param props `autoComplete`: the values that the browser suggests */
export function EmailField({
  autoComplete = 'username',
  ...props
}: TextFieldProps & { autoComplete?: string }) {
  return (
    <TextInput
      type="email"
      inputMode="email"
      autoComplete={autoComplete}
      autoCapitalize="none"
      spellCheck={false}
      {...props}
    />
  );
}
