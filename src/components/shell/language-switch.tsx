'use client';

import { usePathname } from 'next/navigation';
import type { Locale } from '@/domain/locale';
import { barePath, localePath } from '@/locales/paths';
import classes from './header.module.css';

interface LanguageSwitchProps {
  locale: Locale;
  text: string;
  label: string;
}

/** The same page in the other language, as a full load: a soft switch would keep the old document's language and nonce. */
export function LanguageSwitch({ locale, text, label }: LanguageSwitchProps) {
  const other = locale === 'en' ? 'th' : 'en';
  const href = localePath(other, barePath(usePathname()));
  return (
    <a
      href={href}
      hrefLang={other}
      lang={other}
      aria-label={`${text}: ${label}`}
      className={classes.quietLink}
      onClick={(event) => {
        event.preventDefault();
        window.location.assign(href + window.location.search + window.location.hash);
      }}
    >
      {text}
    </a>
  );
}
