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

/** Links to the same page in the other language with a full load: a soft navigation would keep the old language and nonce. */
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
