import type { Day } from '@/domain/day';
import type { DisputeReason } from '@/domain/dispute';
import type { IssuedDocument } from '@/domain/document';
import type { Locale } from '@/domain/locale';
import { orderNumberText } from '@/domain/order';
import type { LogInMethod } from '@/domain/session';
import { bahtText, courierText, dayText, momentText, phoneText } from '@/locales/format';
import { isWordKey, translate, type WordParams } from '@/locales/translate';
import type en from '@/locales/en/desk-disputes';
import { drawSheet } from './draw';
import { createPdf } from './pdf';
import { sheetOf } from './sheet';
import { inElement, write, type Pen } from './write';

/** What the shop knows about a disputed payment. Instants are ISO 8601 texts. */
export interface Evidence {
  disputeRef: string;
  chargeRef: string;
  kind: 'dispute' | 'reversal';
  reason: DisputeReason;
  amount: number;
  openedAt: string;
  answerBy: Day | null;
  payer: string | null;
  paid: { amount: number; at: string };
  /** The brand and last digits of the card; null without a card. */
  card: string | null;
  orderNumber: number | null;
  receipt: IssuedDocument | null;
  to: { name: string; phone: string; address: string; postalCode: string } | null;
  items: { name: string; quantity: number }[];
  parcels: Record<
    'courier' | 'trackingNumber' | 'trackingUrl' | 'handedOverAt' | 'shippedAt' | 'deliveredAt',
    string | null
  >[];
  messages: { kind: string; channel: 'email' | 'line' | null; at: string }[];
  logIns: { at: string; method: LogInMethod | null; device: string }[];
  consents: { textVersion: string; at: string }[];
}

type Key = keyof (typeof en)['evidence'];
type Row = [label: string, value: string | null];

const LEFT = 56;
const WIDTH = 483;
const LABEL = 150;
const TOP = 56;
/** A row below it begins on the next page. The highest row fits under it. */
const BOTTOM = 740;
const MUTED = '#6b5a55';

/** Returns the evidence about a disputed payment as a tagged PDF: a summary, the receipt, and what the records have. */
export function drawEvidence(evidence: Evidence, locale: Locale, now: Date): Promise<Buffer> {
  const say = (key: Key, params?: WordParams) => translate(locale, `deskDisputes.evidence.${key}`, params);
  const title = say('title', { ref: evidence.disputeRef });
  return createPdf({ title, locale, createdAt: now, size: 'A4' }, (pen) => {
    let y = write(
      pen,
      title,
      { x: LEFT, y: TOP, width: WIDTH },
      { size: 16, weight: 'bold' },
      { type: 'H1' },
    );
    y = drawSection(pen, y, '', summaryOf(evidence, locale));
    const { receipt, orderNumber } = evidence;
    if (receipt && orderNumber !== null) {
      pen.doc.addPage({ size: 'A4', margin: 0 });
      drawSheet(pen, sheetOf(receipt, orderNumber, locale));
      pen.doc.addPage({ size: 'A4', margin: 0 });
      y = TOP;
    }
    for (const [key, rows] of sectionsOf(evidence, locale))
      y = drawSection(pen, y, say(key), rows.length > 0 ? rows : [[say('none'), '']]);
  });
}

function drawSection(pen: Pen, top: number, heading: string, rows: Row[]): number {
  let y = top + 18;
  const turn = () => {
    if (y <= BOTTOM) return;
    pen.doc.addPage({ size: 'A4', margin: 0 });
    y = TOP;
  };
  turn();
  y = write(pen, heading, { x: LEFT, y, width: WIDTH }, { size: 12, weight: 'bold' }, { type: 'H2' });
  return inElement(pen, 'Table', (table) => {
    for (const [label, value] of rows) {
      if (value === null) continue;
      turn();
      y = inElement(table, 'TR', (row) => {
        const end = write(
          row,
          label,
          { x: LEFT, y, width: LABEL },
          { color: MUTED },
          { type: 'TH', scope: 'Row' },
        );
        const place = { x: LEFT + LABEL + 12, y, width: WIDTH - LABEL - 12 };
        return Math.max(end, write(row, value, place, {}, { type: 'TD' }));
      });
    }
    return y;
  });
}

function summaryOf(evidence: Evidence, locale: Locale): Row[] {
  const say = (key: Key) => translate(locale, `deskDisputes.evidence.${key}`);
  const { kind, reason, amount, openedAt, answerBy, payer, paid, card, orderNumber } = evidence;
  return [
    [say('charge'), evidence.chargeRef],
    [
      say('reason'),
      translate(locale, kind === 'reversal' ? 'deskDisputes.reversal' : `deskDisputes.reason.${reason}`),
    ],
    [say('amount'), bahtText(amount, locale)],
    [say('opened'), momentText(openedAt, locale)],
    [say('answerBy'), answerBy && dayText(answerBy, locale)],
    [say('payer'), payer],
    [say('order'), orderNumber === null ? null : orderNumberText(orderNumber)],
    [say('paid'), `${bahtText(paid.amount, locale)}, ${momentText(paid.at, locale)}`],
    [say('card'), card],
  ];
}

function sectionsOf(evidence: Evidence, locale: Locale): [Key, Row[]][] {
  const say = (key: Key) => translate(locale, `deskDisputes.evidence.${key}`);
  const { to, items, parcels, messages, logIns, consents } = evidence;
  const at = (moment: string | null) => moment && momentText(moment, locale);
  return [
    ['contents', items.map(({ name, quantity }): Row => [`${quantity} ×`, name])],
    [
      'address',
      to
        ? [
            [to.name, `${to.address} ${to.postalCode}`],
            [say('phone'), phoneText(to.phone)],
          ]
        : [],
    ],
    [
      'parcel',
      parcels.flatMap((one): Row[] => [
        [say('courier'), one.courier && courierText(one.courier, locale)],
        [say('tracking'), one.trackingNumber],
        [say('link'), one.trackingUrl],
        [say('handedOver'), at(one.handedOverAt)],
        [say('shipped'), at(one.shippedAt)],
        [say('delivered'), at(one.deliveredAt)],
      ]),
    ],
    [
      'messages',
      messages.map(({ kind, channel, at: sentAt }): Row => {
        const key = `deskHistory.messages.${kind}`;
        const name = isWordKey(key) ? translate(locale, key) : kind;
        return [momentText(sentAt, locale), [name, channel && say(channel)].filter(Boolean).join(', ')];
      }),
    ],
    [
      'logIns',
      logIns.map(({ at: when, method, device }): Row => {
        const how = method && translate(locale, `details.sessions.methods.${method}`);
        return [momentText(when, locale), [how, device].filter(Boolean).join(', ')];
      }),
    ],
    [
      'consents',
      consents.map(({ textVersion, at: given }): Row => [
        momentText(given, locale),
        translate(locale, 'deskDisputes.evidence.consent', { version: textVersion }),
      ]),
    ],
  ];
}
