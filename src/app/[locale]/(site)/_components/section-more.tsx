import { ButtonLink } from '@/components/button';
import type { Locale } from '@/domain/locale';
import { localePath } from '@/locales/paths';
import classes from './section-more.module.css';

/** Below a section of the home page: the way to the page that has all of it. */
export function SectionMore({ locale, path, text }: { locale: Locale; path: string; text: string }) {
  return (
    <p className={classes.more}>
      <ButtonLink href={localePath(locale, path)} look="quiet">
        {text}
      </ButtonLink>
    </p>
  );
}
