interface StoreHtmlProps {
  /** HTML from the store; the server has removed everything but paragraphs, lists and emphasis. */
  html: string | undefined;
  fallback: string;
}

/** Shows the store's description of a product, or our own. */
export function StoreHtml({ html, fallback }: StoreHtmlProps) {
  if (!html) return <p>{fallback}</p>;
  return <div dangerouslySetInnerHTML={{ __html: html }} />;
}
