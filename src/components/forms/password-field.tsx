'use client';

import { PasswordInput } from '@mantine/core';
import { useState } from 'react';
import { useI18n } from '@/locales/client';
import { PasswordToggleIcon } from './password-toggle-icon';

type PasswordFieldProps = Omit<
  React.ComponentProps<typeof PasswordInput>,
  'visible' | 'onVisibilityChange' | 'visibilityToggleIcon' | 'visibilityToggleButtonProps'
>;

/** A password that may be looked at while it is typed; pasting and password managers are welcome. */
export function PasswordField(props: PasswordFieldProps) {
  const t = useI18n();
  const [visible, setVisible] = useState(false);
  return (
    <PasswordInput
      {...props}
      visible={visible}
      onVisibilityChange={setVisible}
      visibilityToggleIcon={PasswordToggleIcon}
      visibilityToggleButtonProps={{ 'aria-label': visible ? t('auth.hide') : t('auth.show'), tabIndex: 0 }}
    />
  );
}
