/** What a page says, for machines (https://schema.org). Only what the page says to people too. */
export function JsonLd({ data }: { data: object }) {
  const said = JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', '\\u003c');
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: said }} />;
}
