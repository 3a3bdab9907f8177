interface StoreHtmlProps {
  /** From the store; the server has left nothing but paragraphs, lists and emphasis. */
  html: string | undefined;
  fallback: string;
}

/** What the store says about a product, or what we say ourselves. */
export function StoreHtml({ html, fallback }: StoreHtmlProps) {
  if (!html) return <p>{fallback}</p>;
  return <div dangerouslySetInnerHTML={{ __html: html }} />;
}
