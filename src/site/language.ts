/** Copies the query and the fragment of the URL to the language link, when the visitor clicks the link. */
export function keepPlaceAcrossLanguages(signal: AbortSignal): void {
  const link = document.querySelector<HTMLAnchorElement>('a[data-language]');
  const keep = () => {
    if (!link) return;
    link.search = window.location.search;
    link.hash = window.location.hash;
  };
  link?.addEventListener('click', keep, { signal });
}
