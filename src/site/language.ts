/** Adds the query and the fragment of the address to the language link when it is followed. */
export function keepPlaceAcrossLanguages(signal: AbortSignal): void {
  const link = document.querySelector<HTMLAnchorElement>('a[data-language]');
  const keep = () => {
    if (!link) return;
    link.search = window.location.search;
    link.hash = window.location.hash;
  };
  link?.addEventListener('click', keep, { signal });
}
