import { ButtonAnchor } from '@/components/button-anchor';
import type { Locale } from '@/domain/locale';
import { localePath } from '@/locales/paths';

/** Links from a section of the home page to its full page. */
export function SectionMore({ locale, path, text }: { locale: Locale; path: string; text: string }) {
  return (
    <p className="mt-4">
      <ButtonAnchor href={localePath(locale, path)} look="quiet">
        {text}
      </ButtonAnchor>
    </p>
  );
}
