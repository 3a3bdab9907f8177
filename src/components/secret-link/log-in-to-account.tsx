'use client';

import { useI18n, useLocale } from '@/locales/client';
import { localePath, logInPath } from '@/locales/paths';
import { ButtonAnchor } from '../button-anchor';

/** The button that logs in and opens the account. */
export function LogInToAccount({ look }: { look?: 'secondary' }) {
  const t = useI18n();
  const locale = useLocale();
  return (
    <ButtonAnchor href={logInPath(locale, localePath(locale, '/account'))} look={look} wide>
      {t('secretLink.logIn')}
    </ButtonAnchor>
  );
}
