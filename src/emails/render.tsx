import { render, toPlainText } from '@react-email/render';
import type { Locale } from '@/domain/locale';
import { contentOf } from './content';
import { Layout } from './layout';
import { MESSAGES, type MessageKind, type MessagePayloads } from './messages';
import { wordingOf, type Help } from './wording';

export interface RenderedMessage {
  subject: string;
  html: string;
  text: string;
}

// html-to-text has no types. These are the arguments of its formatters (html-to-text, README "Custom
// formatters").
interface Anchor {
  children: unknown;
  attribs: { href?: string };
}
type Walk = (children: unknown, builder: TextBuilder) => void;
interface TextBuilder {
  addInline: (text: string, options?: { noWordTransform: boolean }) => void;
  addLineBreak: () => void;
}

const TEXT_OPTIONS = {
  selectors: [
    ...['h1', 'h2'].map((selector) => ({ selector, options: { uppercase: false, leadingLineBreaks: 2 } })),
    { selector: '[data-text-format="dataTable"]', options: { uppercaseHeaderCells: false, colSpacing: 3 } },
    { selector: '[data-text-format="button"]', format: 'button' },
  ],
  formatters: {
    // The link has its own line, so that every mail client recognises it.
    button: (element: Anchor, walk: Walk, builder: TextBuilder) => {
      walk(element.children, builder);
      builder.addInline(':');
      builder.addLineBreak();
      builder.addInline(element.attribs.href ?? '', { noWordTransform: true });
    },
  },
};

const WHY = {
  owner: 'emails.footerWhy',
  staff: 'emails.footerStaff',
  former: 'emails.footerFormer',
} as const;

/**
 * Returns one message in one language: a subject of one line that never names the products, the HTML, and
 * plain text with the link.
 * @param help where the reader reaches the shop
 * @throws RangeError if `until` is no instant
 */
export async function renderMessage<K extends MessageKind>(
  kind: K,
  payload: MessagePayloads[K],
  locale: Locale,
  help?: Help,
): Promise<RenderedMessage> {
  const wording = wordingOf(locale, help);
  const { body, ...head } = contentOf(kind, payload, wording);
  const html = await render(
    <Layout {...head} wording={wording} reader={payload} why={WHY[MESSAGES[kind].reader ?? 'owner']}>
      {body}
    </Layout>,
  );
  return { subject: head.subject, html, text: `${toPlainText(html, TEXT_OPTIONS).trim()}\n` };
}
