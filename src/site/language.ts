import { rememberLanguage } from '@/components/shell/remember-language';

/**
 * When the visitor clicks the language link, copies the query and the fragment of the URL to it, and remembers the
 * language.
 */
export function keepPlaceAcrossLanguages(signal: AbortSignal): void {
  const link = document.querySelector<HTMLAnchorElement>('a[data-language]');
  const keep = () => {
    if (!link) return;
    link.search = window.location.search;
    link.hash = window.location.hash;
    rememberLanguage(link.hreflang);
  };
  link?.addEventListener('click', keep, { signal });
}
