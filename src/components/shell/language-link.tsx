import type { Locale } from '@/domain/locale';
import { localePath } from '@/locales/paths';
import classes from './header.module.css';

interface LanguageLinkProps {
  locale: Locale;
  /** The page's path without language. */
  path: string;
  text: string;
  label: string;
  onClick?: React.MouseEventHandler<HTMLAnchorElement>;
}

/** Links to the same page in the other language. */
export function LanguageLink({ locale, path, text, label, onClick }: LanguageLinkProps) {
  const other = locale === 'en' ? 'th' : 'en';
  return (
    <a
      href={localePath(other, path)}
      hrefLang={other}
      lang={other}
      aria-label={`${text}: ${label}`}
      className={`tap ${classes.quietLink}`}
      data-language
      onClick={onClick}
    >
      {text}
    </a>
  );
}
