interface StoreHtmlProps {
  /** HTML from the store. The server has removed all elements except paragraphs, lists and emphasis. */
  html: string | undefined;
  fallback: string;
}

/** Shows the store's description of a product. Without one, shows `fallback`. */
export function StoreHtml({ html, fallback }: StoreHtmlProps) {
  if (!html) return <p>{fallback}</p>;
  return <div dangerouslySetInnerHTML={{ __html: html }} />;
}
