'use client';

import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useI18n } from '@/locales/client';
import classes from './fields.module.css';
import { PasswordToggleIcon } from './password-toggle-icon';

type PasswordFieldProps = Omit<React.ComponentProps<typeof TextInput>, 'type' | 'rightSection'>;

/** A password that may be looked at while it is typed; pasting and password managers are welcome. */
export function PasswordField(props: PasswordFieldProps) {
  const t = useI18n();
  const [visible, setVisible] = useState(false);
  return (
    <TextInput
      {...props}
      type={visible ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      rightSectionWidth={48}
      rightSectionPointerEvents="all"
      rightSection={
        <button
          type="button"
          className={classes.reveal}
          aria-label={visible ? t('auth.hide') : t('auth.show')}
          // The field keeps the focus, and a phone its keyboard.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => setVisible(!visible)}
        >
          <PasswordToggleIcon reveal={visible} />
        </button>
      }
    />
  );
}
