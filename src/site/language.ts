/**
 * Keeps the query and the fragment of the URL when the visitor changes the language: adds both to the
 * language link.
 */
export function keepPlaceAcrossLanguages(signal: AbortSignal): void {
  const link = document.querySelector<HTMLAnchorElement>('a[data-language]');
  const keep = () => {
    if (!link) return;
    link.search = window.location.search;
    link.hash = window.location.hash;
  };
  link?.addEventListener('click', keep, { signal });
}
