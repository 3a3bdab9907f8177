import { describe, expect, test } from 'vitest';
import { LOCALES, type Locale } from '@/domain/locale';
import { readPush } from '@/sandbox/line/message-check';
import { readMessage } from '@/sandbox/line/texts';
import { expectTellsNothing } from '@/testing/telling-words';
import { textFaults } from '@/testing/text-faults';
import type { MessageKind, MessagePayloads } from './messages';
import { mayGoByLine } from './sending-rules';
import { previewsOf } from './previews';
import { renderLineMessage } from './render-line';
import { MESSAGE_KINDS, TEMPLATES } from './templates';

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
  expect(MESSAGE_KINDS.filter((kind) => !mayGoByLine(kind)).sort()).toEqual([
    'account_deleted',
    'card_added',
    'data_exported',
    'email_change_confirm',
    'email_changed',
    'line_linked',
    'line_unlinked',
    'magic_link',
    'new_device',
    'passkey_added',
    'passkey_removed',
    'password_changed',
    'password_removed',
    'password_reset',
    'staff_act',
    'staff_invitation',
    'staff_log_in',
    'verify_email',
  ]);
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
    expect(links).toEqual([expected, boxLink, more].filter((one) => one !== null));
  });
});

describe('a message in LINE', () => {
  const { PreviewProps: link } = TEMPLATES.payment_link;

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
    const { text } = read('order_paid', TEMPLATES.order_paid.PreviewProps);
    for (const amount of ['฿417.00', '฿40.00', '−฿100.00', '฿357.00', '฿23.36'])
      expect(text).toContain(amount);
    expect(text.indexOf('See receipt')).toBeGreaterThan(text.indexOf('Arrives by'));
    expect(text.indexOf('See receipt')).toBeLessThan(text.indexOf('Total paid'));
  });

  test('fits a box with many products', () => {
    const { PreviewProps } = TEMPLATES.order_reminder;
    const [item] = PreviewProps.items;
    if (!item) throw new Error('an empty box');
    const items = Array.from({ length: 40 }, () => item);
    expect(() =>
      accepted(renderLineMessage('order_reminder', { ...PreviewProps, items }, 'th')),
    ).not.toThrow();
  });

  test('omits an empty fact', () => {
    const payload = { ...TEMPLATES.subscription_reactivated.PreviewProps, dates: [] };
    expect(() => accepted(renderLineMessage('subscription_reactivated', payload, 'en'))).not.toThrow();
  });

  test('rejects an invalid instant', () => {
    expect(() => renderLineMessage('payment_link', { ...link, until: 'soon' }, 'en')).toThrow(RangeError);
  });
});
