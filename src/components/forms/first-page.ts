/** Whether React has shown a form of this page load. Later forms find the fields of the page before them. */
const firstPage = { isShown: false };

/**
 * Whether the document holds fields of this page that were used before hydration. A translation of the page before
 * hydration makes React render it anew. Then only the first render sees these fields.
 */
export const isFirstPage = () => typeof document !== 'undefined' && !firstPage.isShown;

export function markFirstPageShown(): void {
  firstPage.isShown = true;
}
