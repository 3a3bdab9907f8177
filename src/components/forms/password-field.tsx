'use client';

import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useI18n } from '@/locales/client';
import classes from './fields.module.css';
import { PasswordToggleIcon } from './password-toggle-icon';

type PasswordFieldProps = Omit<React.ComponentProps<typeof TextInput>, 'type' | 'rightSection'>;

/** A password field with a button that shows the password. It allows pasting and password managers. */
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
          // Keeps the focus in the field, so that a phone's keyboard stays open.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => setVisible(!visible)}
        >
          <PasswordToggleIcon reveal={visible} />
        </button>
      }
    />
  );
}
