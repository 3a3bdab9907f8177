'use client';

import { TextInput } from '@/components/forms/text-input';
import { useState } from 'react';
import { useI18n } from '@/locales/client';
import classes from './fields.module.css';

type PasswordFieldProps = Omit<React.ComponentProps<typeof TextInput>, 'type' | 'button'>;

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
      button={
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

/** Draws an eye. The eye is crossed out while the password is shown. */
function PasswordToggleIcon({ reveal }: { reveal: boolean }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="22"
      height="22"
      fill="none"
      stroke="#6b5a55"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      <path d="M2 12s3.6-6.5 10-6.5S22 12 22 12s-3.6 6.5-10 6.5S2 12 2 12Z" />
      <circle cx="12" cy="12" r="3" />
      {reveal && <path d="M4 20 20 4" />}
    </svg>
  );
}
