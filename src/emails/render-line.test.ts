import { describe, expect, test } from 'vitest';
import { LOCALES, type Locale } from '@/domain/locale';
import { readPush } from '@/sandbox/line/message-check';
import { readMessage } from '@/sandbox/line/texts';
import { expectTellsNothing } from '@/testing/telling-words';
import { textFaults } from '@/testing/text-faults';
import {
  hasForgottenPayload,
  mayGoByLine,
  MESSAGE_KINDS,
  MESSAGES,
  previewsOf,
  type MessageKind,
  type MessagePayloads,
} from './messages';
import { renderLineMessage } from './render-line';

const KINDS = MESSAGE_KINDS.filter(mayGoByLine);
const FACES = KINDS.flatMap((kind) =>
  previewsOf(kind).flatMap(([face, payload]) =>
    LOCALES.map((locale) => ({ title: `${kind} (${face}) in ${locale}`, kind, payload, locale })),
  ),
);

const accepted = (message: object) => readPush({ to: `U${'0'.repeat(32)}`, messages: [message] });
const read = <K extends MessageKind>(kind: K, payload: MessagePayloads[K], locale: Locale = 'en') =>
  readMessage({ message: { ...renderLineMessage(kind, payload, locale) } });

test('never sends account links, security warnings or address confirmations by LINE', () => {
  expect(KINDS.filter(hasForgottenPayload).sort()).toEqual([
    'bank_account_linked',
    'conversation_answer',
    'payment_link',
    'payment_link_expiring',
    'transfer_short',
  ]);
  for (const kind of ['account_deleted', 'card_added', 'password_removed', 'staff_act'] as const)
    expect(mayGoByLine(kind), kind).toBe(false);
  expect(KINDS).toEqual(expect.arrayContaining(['order_paid', 'payment_link', 'order_reminder', 'refunded']));
});

describe('a LINE message, in both languages,', () => {
  test.each(FACES)('is accepted by LINE: $title', ({ kind, payload, locale }) => {
    const message = renderLineMessage(kind, payload, locale);
    expect(() => accepted(message)).not.toThrow();
    expect(Buffer.byteLength(JSON.stringify(message))).toBeLessThan(10_000);
  });

  test.each(FACES)('is discreet and useful before it is opened: $title', ({ kind, payload, locale }) => {
    const { altText } = renderLineMessage(kind, payload, locale);
    expect(altText.length).toBeGreaterThan(20);
    expect(altText.length).toBeLessThan(400);
    expectTellsNothing('alternative text', altText);
    expect(altText).not.toMatch(/[\r\n]/);
  });

  test.each(FACES)('has the full content without a name: $title', ({ kind, payload, locale }) => {
    const { text, links } = read(kind, payload, locale);
    const amount = 'total' in payload ? payload.total : 'amount' in payload ? payload.amount : null;
    if (amount !== null) expect(text).toContain(`฿${(amount / 100).toFixed(2)}`);
    if ('orderNumber' in payload) expect(text).toContain(`#${payload.orderNumber}`);
    expect(text).not.toContain('Mali');
    expect(textFaults(text)).toEqual([]);
    expect(text).not.toMatch(/\bnull\b|[{}]/);
    expect(/[\u0e00-\u0e3e\u0e40-\u0e7f]/.test(text)).toBe(locale === 'th');
    const fixLink = 'fixLink' in payload ? payload.fixLink : 'skipLink' in payload ? payload.skipLink : null;
    const link =
      fixLink ?? ('link' in payload ? payload.link : 'accountUrl' in payload ? payload.accountUrl : null);
    const isPaid = kind === 'order_paid' && 'orderId' in payload;
    const expected = isPaid ? `${link}/orders/${payload.orderId}` : link;
    // Skipping and moving are postback buttons. Another box needs the editor, so its button opens a page.
    const boxLink = ('oneTap' in payload && payload.oneTap?.box?.link) || null;
    // A stopped subscription can also be restarted without paying the order.
    const restart = kind === 'subscription_inactive' && fixLink && 'accountUrl' in payload;
    const more = restart ? payload.accountUrl : null;
    expect(links.toSorted()).toEqual([expected, boxLink, more].filter((one) => one !== null).toSorted());
  });
});

describe('a message in LINE', () => {
  const { preview: link } = MESSAGES.payment_link.previews;

  test('shows the amount and expiry of a payment link on a locked phone, and the link only when opened', () => {
    const { altText } = renderLineMessage('payment_link', link, 'en');
    expect(altText).toContain('฿439.00');
    expect(altText).toContain('by the end of Mon 23 Nov 2026 (Bangkok time)');
    expect(altText).not.toContain('/pay/');
    const { text } = read('payment_link', link);
    for (const told of ['Pay now', link.bank.accountNumber, link.bank.reference])
      expect(text).toContain(told);
  });

  test('has every amount of a receipt, and its button above them', () => {
    const { text } = read('order_paid', MESSAGES.order_paid.previews.preview);
    for (const amount of ['฿417.00', '฿40.00', '−฿100.00', '฿357.00', '฿23.36'])
      expect(text).toContain(amount);
    expect(text.indexOf('See order and receipt')).toBeGreaterThan(text.indexOf('Arrives by'));
    expect(text.indexOf('See order and receipt')).toBeLessThan(text.indexOf('Total paid'));
  });

  test('fits a box with many products', () => {
    const { preview } = MESSAGES.order_reminder.previews;
    const [item] = preview.items;
    if (!item) throw new Error('an empty box');
    const items = Array.from({ length: 40 }, () => item);
    expect(() => accepted(renderLineMessage('order_reminder', { ...preview, items }, 'th'))).not.toThrow();
  });

  test('omits an empty fact', () => {
    const payload = { ...MESSAGES.subscription_reactivated.previews.preview, dates: [] };
    expect(() => accepted(renderLineMessage('subscription_reactivated', payload, 'en'))).not.toThrow();
  });

  test('rejects an invalid instant', () => {
    expect(() => renderLineMessage('payment_link', { ...link, until: 'soon' }, 'en')).toThrow(RangeError);
  });
});
