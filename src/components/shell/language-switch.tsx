'use client';

import { usePathname } from 'next/navigation';
import type { Locale } from '@/domain/locale';
import { barePath } from '@/locales/paths';
import { LanguageLink } from './language-link';
import { rememberLanguage } from './remember-language';

interface LanguageSwitchProps {
  locale: Locale;
  text: string;
  label: string;
}

/** The language link of a page with client navigation. It keeps the query and the fragment of the URL. */
export function LanguageSwitch(props: LanguageSwitchProps) {
  return (
    <LanguageLink
      {...props}
      path={barePath(usePathname())}
      onClick={(event) => {
        event.preventDefault();
        rememberLanguage(event.currentTarget.hreflang);
        const { search, hash } = window.location;
        window.location.assign(event.currentTarget.pathname + search + hash);
      }}
    />
  );
}
