import { parseDay, type Day } from '@/domain/day';
import type { Locale } from '@/domain/locale';
import type { Satang } from '@/domain/money';
import { destinationText, type Destination } from '@/locales/format';
import { Facts, Items, type MailedItem } from './facts';
import { message, type OrderPayload } from './message';
import { Button, Highlight, Paragraph, Subheading } from './parts';
import {
  PREVIEW_ACCOUNT_URL,
  PREVIEW_DAY,
  PREVIEW_ITEMS,
  PREVIEW_NEXT_DAY,
  PREVIEW_OF_ORDER,
  PREVIEW_PLACE,
} from './preview-data';
import type { MailedBankAccount, Wording } from './wording';

interface Payload extends OrderPayload {
  paidOn: Day;
  receiveBy: Day;
  items: MailedItem[];
  /** The product that was paid with points. */
  freeProduct?: Record<Locale, string> | null;
  boxPrice: Satang;
  deliveryFee: Satang;
  codeDiscount: Satang;
  /** What a bank transfer was short, and was accepted as a discount. */
  waived?: Satang;
  total: Satang;
  /** The VAT that `total` contains. */
  vat: Satang;
  points: number;
  /** The charged card; null if the order was not paid by card or nothing was due. */
  paidWith: { brand: string; lastDigits: string } | MailedBankAccount | null;
  nextPaymentDate: Day | null;
  /** Where the parcel goes; missing without an address and once sent. */
  place?: Destination;
  /** The ISO instant until which another address still applies; null if it has passed when the message can be sent. */
  addressUntil?: string | null;
  accountUrl: string;
  /** The number of the attached receipt. Undefined until the message is sent by e-mail. */
  attached?: string;
}

const PREVIEW: Payload = {
  ...PREVIEW_OF_ORDER,
  paidOn: PREVIEW_DAY,
  receiveBy: parseDay('2026-11-25'),
  items: PREVIEW_ITEMS,
  boxPrice: 41700,
  deliveryFee: 4000,
  codeDiscount: 10000,
  total: 35700,
  vat: 2336,
  points: 41,
  paidWith: { brand: 'Visa', lastDigits: '4242' },
  nextPaymentDate: PREVIEW_NEXT_DAY,
  place: PREVIEW_PLACE,
  addressUntil: '2026-11-20T02:10:00.000Z',
  accountUrl: PREVIEW_ACCOUNT_URL,
};

/** Confirms a payment: delivery date, receipt, next steps. */
export default message<Payload>({
  channel: 'line',
  secret: [],
  address: 'place',
  head: ({ receiveBy, total }, { say, day, baht }) => ({
    subject:
      total === 0
        ? say('emails.orderPaid.subjectFree')
        : say('emails.orderPaid.subject', { total: baht(total) }),
    preheader: say('emails.orderPaid.preheader', { receiveBy: day(receiveBy) }),
    heading: say(total === 0 ? 'emails.orderPaid.headingFree' : 'emails.orderPaid.heading'),
  }),
  body: (payload, wording) => {
    const { say, day } = wording;
    const { receiveBy, points, nextPaymentDate } = payload;
    return (
      <>
        <Paragraph>{say('emails.orderPaid.intro')}</Paragraph>
        <Highlight label={say('emails.orderPaid.receiveBy')} value={day(receiveBy)} />
        {payload.place && (
          <Paragraph inLine={null}>
            {say('emails.deliverTo', { address: destinationText(payload.place) })}
          </Paragraph>
        )}
        {payload.addressUntil && (
          <Paragraph>
            {say('emails.orderPaid.addressUntil', { until: wording.moment(payload.addressUntil) })}
          </Paragraph>
        )}
        <Button
          href={`${payload.accountUrl}/orders/${payload.orderId}`}
          label={say('emails.orderPaid.button')}
        />
        {points > 0 && <Paragraph>{say('emails.orderPaid.points', { count: points })}</Paragraph>}
        {nextPaymentDate !== null && (
          <Paragraph>{say('emails.orderPaid.next', { date: day(nextPaymentDate) })}</Paragraph>
        )}
        <Subheading>{say('emails.orderPaid.receipt')}</Subheading>
        <Receipt payload={payload} wording={wording} />
        {payload.attached !== undefined && (
          <Paragraph small>{say('emails.orderPaid.attached', { number: payload.attached })}</Paragraph>
        )}
      </>
    );
  },
  previews: {
    preview: PREVIEW,
    'nothing due': {
      ...PREVIEW,
      addressUntil: null,
      codeDiscount: 45700,
      total: 0,
      vat: 0,
      points: 1,
      paidWith: null,
      nextPaymentDate: null,
    },
    'free delivery': {
      ...PREVIEW,
      deliveryFee: 0,
      codeDiscount: 0,
      total: 41700,
      vat: 2728,
      paidWith: null,
    },
    'with its receipt': { ...PREVIEW, attached: 'R-2026-000123' },
    'with a free product': { ...PREVIEW, freeProduct: { en: 'Night pads', th: 'ผ้าอนามัยกลางคืน' } },
  },
});

function Receipt({ payload, wording }: { payload: Payload; wording: Wording }) {
  const { say, baht, day } = wording;
  const { deliveryFee, codeDiscount, waived = 0, total, vat, paidWith } = payload;
  const delivery = deliveryFee === 0 ? say('emails.orderPaid.deliveryFree') : baht(deliveryFee);
  return (
    <>
      <Facts
        facts={[
          [say('emails.orderPaid.paidOn'), day(payload.paidOn)],
          paidWith && [say('emails.orderPaid.paidWith'), paidWithText(paidWith, wording)],
        ]}
      />
      <Items items={payload.items} wording={wording} freeProduct={payload.freeProduct ?? null} priced />
      <Facts
        facts={[
          [say('emails.orderPaid.boxPrice'), baht(payload.boxPrice)],
          [say('emails.orderPaid.delivery'), delivery],
          codeDiscount > 0 ? [say('emails.orderPaid.codeDiscount'), `−${baht(codeDiscount)}`] : null,
          waived > 0 ? [say('emails.orderPaid.waived'), `−${baht(waived)}`] : null,
          [say('emails.orderPaid.total'), baht(total), 'sum'],
          vat > 0 ? [say('emails.orderPaid.vat'), baht(vat)] : null,
        ]}
      />
    </>
  );
}

const paidWithText = (paidWith: NonNullable<Payload['paidWith']>, { say, bankAccount }: Wording): string =>
  'bank' in paidWith ? bankAccount(paidWith) : say('emails.card', paidWith);
