import { withoutJoiners } from '@/locales/keep-together';

/** Structured data of a page (https://schema.org). It contains only what the page also shows. */
export function JsonLd({ data }: { data: object }) {
  const said = withoutJoiners(JSON.stringify({ '@context': 'https://schema.org', ...data })).replaceAll(
    '<',
    '\\u003c',
  );
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: said }} />;
}
