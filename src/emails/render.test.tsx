import { describe, expect, test } from 'vitest';
import { LOCALES, type Locale } from '@/domain/locale';
import { textFaults } from '@/testing/text-faults';
import { expectTellsNothing } from '@/testing/telling-words';
import { renderMessage } from './render';
import { renderLineMessage } from './render-line';
import { MESSAGE_KINDS, MESSAGES, previewsOf, type MessageKind, type MessagePayloads } from './messages';
import { oneLine } from './wording';

const FACES = await Promise.all(
  MESSAGE_KINDS.flatMap((kind) =>
    previewsOf(kind).flatMap(([face, payload]) =>
      LOCALES.map(async (locale) => {
        const mail = await renderMessage(kind, payload, locale);
        return { title: `${kind} (${face}) in ${locale}`, payload, locale, mail };
      }),
    ),
  ),
);

const linkOf = (payload: MessagePayloads[MessageKind]) =>
  'receiveBy' in payload && 'accountUrl' in payload
    ? `${payload.accountUrl}/orders/${payload.orderId}`
    : 'fixLink' in payload && payload.fixLink
      ? payload.fixLink
      : 'skipLink' in payload && payload.skipLink
        ? payload.skipLink
        : 'link' in payload
          ? payload.link
          : 'accountUrl' in payload
            ? payload.accountUrl
            : 'notMeUrl' in payload
              ? payload.notMeUrl
              : null;

const amountOf = (payload: MessagePayloads[MessageKind]) =>
  'total' in payload ? payload.total : 'amount' in payload ? payload.amount : null;

const preheaderOf = (html: string) => /data-skip-in-text="true">([^<\u200c\u00a0]*)/.exec(html)?.[1] ?? '';

/** The characters that a reader sees, from HTML: every button is followed by its link, as in the plain text. */
function textOf(html: string): string {
  const body = html.slice(html.indexOf('<body'));
  return body
    .replaceAll(/<(div|td|p)[^>]*data-skip-in-text="true".*?<\/\1>/gs, '')
    .replaceAll(/<a href="([^"]*)"[^>]*data-text-format="button">(.*?)<\/a>/gs, '$2:$1')
    .replaceAll(/<a href="([^"]*)"[^>]*>(.*?)<\/a>/gs, '$2$1')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');
}

const withoutSpaces = (text: string) => text.replaceAll(/\s/g, '');

async function orderPaid(change: Partial<MessagePayloads['order_paid']>, locale: Locale = 'en') {
  return renderMessage('order_paid', { ...MESSAGES.order_paid.previews.preview, ...change }, locale);
}

async function paymentFailed(change: Partial<MessagePayloads['payment_failed']>, locale: Locale = 'en') {
  return renderMessage('payment_failed', { ...MESSAGES.payment_failed.previews.preview, ...change }, locale);
}

async function greetingFor(firstName: string, locale: Locale = 'en') {
  return renderMessage('password_changed', { firstName, notMeUrl: 'https://ira.test/not-me#secret' }, locale);
}

describe('an e-mail, in both languages,', () => {
  test.each(FACES)('has a discreet subject of one line: $title', ({ mail: { subject, html } }) => {
    expect(subject).not.toBe('');
    expect(subject).not.toMatch(/[\r\n]/);
    expectTellsNothing('subject', subject);
    expect(preheaderOf(html)).not.toBe('');
    expectTellsNothing('preheader', preheaderOf(html));
  });

  test.each(FACES)('has the same content as plain text: $title', ({ payload, mail: { text, html } }) => {
    const link = linkOf(payload);
    const amount = amountOf(payload);
    if (link !== null) {
      expect(text.split('\n')).toContain(link);
      expect(html).toContain(`href="${link}"`);
    }
    if (amount !== null) expect(text).toContain(`฿${(amount / 100).toFixed(2)}`);
    expect(text).toContain('Mali');
  });

  test.each(FACES)('says as plain text exactly what it shows: $title', ({ mail: { text, html } }) => {
    expect(withoutSpaces(text)).toBe(withoutSpaces(textOf(html)));
  });

  test.each(FACES)('has its button before long texts and facts: $title', ({ payload, mail: { text } }) => {
    const first = 'oneTap' in payload ? payload.oneTap?.skip?.link : linkOf(payload);
    const above = text.slice(0, Math.max(text.indexOf(first ?? text), 0));
    expect(above.length).toBeLessThan(400);
    expect((above.match(/\S {3,}\S/g) ?? []).length, 'rows of facts').toBeLessThan(3);
  });

  test.each(FACES)(
    'has no empty or unfilled placeholder: $title',
    ({ locale, mail: { subject, text, html } }) => {
      const shown = [subject, text, html.replace(/<style>.*?<\/style>/s, '')].join('\n');
      expect(textFaults(shown)).toEqual([]);
      expect(shown).not.toMatch(/\bnull\b|[{}]|\b(00|24):00/);
      expect(html).toContain(`<html lang="${locale}"`);
      if (locale === 'th') expect(text).toMatch(/[\u0e00-\u0e7f]/);
      else expect(text).not.toMatch(/[\u0e00-\u0e3e\u0e40-\u0e7f]/);
    },
  );

  test.each(FACES)('loads nothing from other servers: $title', ({ payload, mail: { html } }) => {
    expect(html).not.toMatch(/<(img|link|script|iframe)|url\(|@import/i);
    expect(html.match(/data-text-format="button"/g) ?? []).toHaveLength(linkOf(payload) === null ? 0 : 1);
  });
});

describe('user input in an e-mail', () => {
  test('escapes markup in a name', async () => {
    const { html } = await greetingFor('<script>alert(1)<script>');
    expect(html).not.toContain('<script');
    expect(html).toContain('&lt;script&gt;');
  });

  test('cannot start another header or line by a line break in a name', async () => {
    const { subject, text } = await greetingFor('Mali\r\nBcc: everyone');
    expect(subject).not.toMatch(/[\r\n]/);
    expect(text).not.toMatch(/^Bcc/m);
    expect(text).toContain('Hi Mali Bcc: everyone,');
  });

  test('keeps a subject on one line', () => {
    expect(oneLine(' a\r\nBcc: x\u2028y\u0000\u202e ')).toBe('a Bcc: x y');
  });

  test.each(['Win at http://evil.test', 'evil.example', 'www.evil', 'a@evil.test', 'x'.repeat(41)])(
    'a name that advertises is not delivered: %s',
    async (name) => {
      const { html, text } = await greetingFor(name);
      expect(text).toContain('Hello,');
      expect(html + text).not.toContain(name);
    },
  );

  test.each(['J.R.', "D'Arcy", 'น.ส.มะลิ', 'Anne-Marie'])('greets an ordinary name: %s', async (name) => {
    expect((await greetingFor(name)).text).toContain(`Hi ${name},`);
  });

  test('does not fill in a placeholder in a name', async () => {
    expect((await greetingFor('{name}')).text).toContain('Hi {name},');
  });

  test('does not reorder the sentence by a direction mark in a name', async () => {
    expect((await greetingFor('Ma\u202eli')).text).toContain('Hi Mali,');
  });
});

describe('the receipt', () => {
  test('shows days in the Buddhist era in Thai only', async () => {
    expect((await orderPaid({}, 'th')).text).toContain('25\u00a0พ.ย.\u00a02569');
    expect((await orderPaid({})).text).toContain('25 Nov 2026');
  });

  test('separates thousands', async () => {
    expect((await orderPaid({ total: 149050 })).subject).toBe('Payment received: ฿1,490.50');
  });

  test('mentions no payment when nothing was due', async () => {
    const { subject, text } = await orderPaid({ total: 0, vat: 0, paidWith: null, points: 0 });
    expect(subject).toBe('Your order is confirmed');
    expect(text).not.toMatch(/Paid with|VAT|earned/);
  });

  test('names the products in the reader’s language', async () => {
    expect((await orderPaid({}, 'th')).text).toContain('ผ้าอนามัยกลางวัน');
    expect((await orderPaid({})).text).toMatch(/2 × Day pads, 24\.5\u00a0cm, 10\u00a0pieces +฿223\.50/);
  });

  test('lists a free product at no charge', async () => {
    const freeProduct = { en: 'Night pads', th: 'ผ้าอนามัยกลางคืน' };
    expect((await orderPaid({ freeProduct })).text).toMatch(/Night pads \(free product\) +฿0\.00/);
    expect((await orderPaid({ freeProduct }, 'th')).text).toContain('ผ้าอนามัยกลางคืน (สินค้าฟรี)');
    expect((await orderPaid({})).text).not.toContain('free product');
  });
});

describe('the reminder of an order', () => {
  const freeProduct = { en: 'Night pads', th: 'ผ้าอนามัยกลางคืน' };
  const PROPS = MESSAGES.order_reminder.previews.preview;
  const said = async (change: Partial<typeof PROPS>, locale: Locale) => [
    (await renderMessage('order_reminder', { ...PROPS, ...change }, locale)).text,
    JSON.stringify(renderLineMessage('order_reminder', { ...PROPS, ...change }, locale)),
  ];

  test.each([
    ['en', 'Night pads (free product)', 'its contents can’t be changed', 'You can change your box by'],
    ['th', 'ผ้าอนามัยกลางคืน (สินค้าฟรี)', 'จึงเปลี่ยนของในกล่องรอบนี้ไม่ได้', 'เปลี่ยนของในกล่องได้ภายใน'],
  ] as const)(
    'with a free product lists it in %s, and says that its contents stay',
    async (locale, ...words) => {
      const [listed, stays, may] = words;
      for (const text of await said({ freeProduct }, locale)) {
        expect(text).toContain(listed);
        expect(text).toContain(stays);
        expect(text).not.toContain(may);
      }
      for (const text of await said({}, locale)) {
        expect(text).toContain(may);
        expect(text).not.toContain(stays);
      }
    },
  );
});

describe('a failed payment', () => {
  test('gives the bank’s reason in the reader’s language', async () => {
    expect((await paymentFailed({})).text).toContain('Not enough funds');
    expect((await paymentFailed({}, 'th')).text).toContain('ยอดเงินไม่พอ');
  });

  test('gives a general reason for an unknown code', async () => {
    const { text } = await paymentFailed({ reason: 'constructor' });
    expect(text).toContain('The bank declined the payment.');
    expect(text).not.toContain('constructor');
  });

  test('asks for another card by the end of day 12 after a hard decline, without announcing a retry', async () => {
    const { text } = await paymentFailed({ needsCard: true, nextTryOn: null });
    expect(text).toContain('by the end of 2 Dec 2026');
    expect(text).not.toContain('We’ll try again');
  });

  test('announces neither retry nor charge after the last attempt', async () => {
    const { text } = await paymentFailed({ final: true, needsCard: true });
    expect(text).toContain('We won’t try again automatically.');
    expect(text).not.toMatch(/We’ll try again on|add another one/);
  });
});

describe('a reminder', () => {
  const { preview } = MESSAGES.order_reminder.previews;

  test('says until when it can be skipped, and changed', async () => {
    const { text } = await renderMessage('order_reminder', preview, 'en');
    expect(text).toContain('skip this order by the end of 18 Nov 2026');
    expect(text).toContain('change your box by the end of 19 Nov 2026');
  });

  test('offers no skip when the day has passed', async () => {
    const { text } = await renderMessage('order_reminder', { ...preview, skipUntil: null }, 'en');
    expect(text).toContain('too late to skip');
    expect(text).not.toContain('need it this time');
  });
});

describe('a login link', () => {
  test.each(LOCALES)(
    'in %s has its digits in one piece in the text, and never where a locked phone shows them',
    async (locale) => {
      const { preview } = MESSAGES.magic_link.previews;
      const { subject, text, html } = await renderMessage('magic_link', preview, locale);
      expect(text.split('\n')).toContain(preview.code);
      expect(html).toMatch(/042<span[^>]*>817<\/span>/);
      expect(subject + preheaderOf(html)).not.toMatch(/042 ?817/);
    },
  );
});

describe('a card that expires', () => {
  const { preview } = MESSAGES.card_expiring.previews;

  test('is shown as printed, Gregorian in both languages', async () => {
    expect((await renderMessage('card_expiring', preview, 'th')).text).toContain('11/26');
  });

  test('is valid on the day of the next payment', async () => {
    const lastDay = MESSAGES.card_expiring.previews['still works'] ?? preview;
    expect((await renderMessage('card_expiring', lastDay, 'en')).text).toContain(
      'still works for your next payment',
    );
    const after = await renderMessage('card_expiring', preview, 'en');
    expect(after.text).not.toContain('still works for your next payment');
  });
});

describe('a bank’s deadline', () => {
  const { preview } = MESSAGES.action_needed.previews;

  test('is shown in Bangkok time, past midnight too', async () => {
    const { text } = await renderMessage(
      'action_needed',
      { ...preview, until: '2026-11-20T17:05:00Z' },
      'en',
    );
    expect(text).toContain('Sat 21 Nov 2026, 0:05 (Bangkok time)');
  });

  test('is rejected if it is no instant', async () => {
    await expect(renderMessage('action_needed', { ...preview, until: 'soon' }, 'en')).rejects.toThrow(
      RangeError,
    );
  });
});
