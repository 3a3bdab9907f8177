import sanitizeHtml from 'sanitize-html';

const LONGEST = 20_000;

const KEPT: sanitizeHtml.IOptions = {
  allowedTags: ['p', 'br', 'ul', 'ol', 'li', 'strong', 'em'],
  allowedAttributes: {},
  // Whatever the store's editor makes of a heading or a block is a paragraph here: the page has its own headings.
  transformTags: {
    ...Object.fromEntries(['div', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote'].map((tag) => [tag, 'p'])),
    b: 'strong',
    i: 'em',
  },
  exclusiveFilter: ({ tag, text, mediaChildren }) =>
    tag !== 'br' && text.trim() === '' && mediaChildren.length === 0,
};

/** A description as somebody typed it into the store, with nothing left but paragraphs, lists and emphasis. */
export function sanitiseStoreHtml(html: string): string {
  return sanitizeHtml(html.slice(0, LONGEST), KEPT).trim();
}

/** Plain text as such a description. */
export function htmlOfText(text: string): string {
  return `<p>${sanitizeHtml(text, { allowedTags: [], allowedAttributes: {}, disallowedTagsMode: 'escape' })}</p>`;
}
