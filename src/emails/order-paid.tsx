import { parseDay } from '@/domain/day';
import { Layout } from './layout';
import type { MessagePayloads } from './messages';
import { Facts, Items } from './facts';
import { Button, Highlight, OrderNumber, Paragraph, Subheading } from './parts';
import {
  PREVIEW_ACCOUNT_URL,
  PREVIEW_DAY,
  PREVIEW_ITEMS,
  PREVIEW_NEXT_DAY,
  PREVIEW_ORDER,
  PREVIEW_ORDER_NUMBER,
} from './preview-data';
import type { TemplateProps } from './template';
import type { Wording } from './wording';

export const PreviewProps: MessagePayloads['order_paid'] = {
  firstName: 'Mali',
  orderId: PREVIEW_ORDER,
  orderNumber: PREVIEW_ORDER_NUMBER,
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
  accountUrl: PREVIEW_ACCOUNT_URL,
};

export const MorePreviews: Record<string, MessagePayloads['order_paid']> = {
  'nothing due': {
    ...PreviewProps,
    codeDiscount: 45700,
    total: 0,
    vat: 0,
    points: 1,
    paidWith: null,
    nextPaymentDate: null,
  },
  'free delivery': {
    ...PreviewProps,
    deliveryFee: 0,
    codeDiscount: 0,
    total: 41700,
    vat: 2728,
    paidWith: null,
  },
  'with its receipt': { ...PreviewProps, attached: 'R-2026-000123' },
  'with a free product': { ...PreviewProps, freeProduct: { en: 'Night pads', th: 'ผ้าอนามัยกลางคืน' } },
};

export function subjectOf({ total }: MessagePayloads['order_paid'], { say, baht }: Wording): string {
  return total === 0
    ? say('emails.orderPaid.subjectFree')
    : say('emails.orderPaid.subject', { total: baht(total) });
}

/** Confirms a payment: delivery date, receipt, next steps. */
export default function OrderPaid({ payload, wording, subject }: TemplateProps<'order_paid'>) {
  const { say, day } = wording;
  const { receiveBy, points, nextPaymentDate, total } = payload;
  return (
    <Layout
      wording={wording}
      subject={subject}
      preheader={say('emails.orderPaid.preheader', { receiveBy: day(receiveBy) })}
      heading={say(total === 0 ? 'emails.orderPaid.headingFree' : 'emails.orderPaid.heading')}
      firstName={payload.firstName}
    >
      <Paragraph>{say('emails.orderPaid.intro')}</Paragraph>
      <Highlight label={say('emails.orderPaid.receiveBy')} value={day(receiveBy)} />
      <Button
        href={payload.accountUrl}
        label={say('emails.orderPaid.button')}
        inLine={{
          href: `${payload.accountUrl}/orders/${payload.orderId}`,
          label: say('emails.orderPaid.inLine'),
        }}
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
      <OrderNumber orderNumber={payload.orderNumber} wording={wording} />
    </Layout>
  );
}

function Receipt({ payload, wording }: { payload: MessagePayloads['order_paid']; wording: Wording }) {
  const { say, baht, day } = wording;
  const { deliveryFee, codeDiscount, total, vat, paidWith } = payload;
  const delivery = deliveryFee === 0 ? say('emails.orderPaid.deliveryFree') : baht(deliveryFee);
  return (
    <>
      <Facts
        facts={[
          [say('emails.orderPaid.paidOn'), day(payload.paidOn)],
          paidWith && [say('emails.orderPaid.paidWith'), say('emails.card', paidWith)],
        ]}
      />
      <Items items={payload.items} wording={wording} freeProduct={payload.freeProduct ?? null} priced />
      <Facts
        facts={[
          [say('emails.orderPaid.boxPrice'), baht(payload.boxPrice)],
          [say('emails.orderPaid.delivery'), delivery],
          codeDiscount > 0 ? [say('emails.orderPaid.codeDiscount'), `−${baht(codeDiscount)}`] : null,
          [say('emails.orderPaid.total'), baht(total), 'sum'],
          vat > 0 ? [say('emails.orderPaid.vat'), baht(vat)] : null,
        ]}
      />
    </>
  );
}
