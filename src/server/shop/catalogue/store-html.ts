import sanitizeHtml from 'sanitize-html';

const LONGEST = 20_000;

const KEPT: sanitizeHtml.IOptions = {
  allowedTags: ['p', 'br', 'ul', 'ol', 'li', 'strong', 'em'],
  allowedAttributes: {},
  // Headings and blocks of the store's editor become paragraphs: the page has its own headings.
  transformTags: {
    ...Object.fromEntries(['div', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote'].map((tag) => [tag, 'p'])),
    b: 'strong',
    i: 'em',
  },
  exclusiveFilter: ({ tag, text, mediaChildren }) =>
    tag !== 'br' && text.trim() === '' && mediaChildren.length === 0,
};

/** Sanitises the HTML of a product description from the store. Keeps only paragraphs, lists and emphasis. */
export function sanitiseStoreHtml(html: string): string {
  return sanitizeHtml(html.slice(0, LONGEST), KEPT).trim();
}

/** Returns plain text as an HTML paragraph, with special characters escaped. */
export function htmlOfText(text: string): string {
  return `<p>${sanitizeHtml(text, { allowedTags: [], allowedAttributes: {}, disallowedTagsMode: 'escape' })}</p>`;
}
