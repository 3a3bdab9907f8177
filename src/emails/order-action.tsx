import { Layout } from './layout';
import type { MessagePayloads } from './messages';
import { Button, OrderNumber, Paragraph } from './parts';
import {
  PREVIEW_ACCOUNT_URL,
  PREVIEW_DAY,
  PREVIEW_NEXT_DAY,
  PREVIEW_ORDER,
  PREVIEW_ORDER_NUMBER,
} from './preview-data';
import type { TemplateProps } from './template';
import type { Wording } from './wording';

type Payload = MessagePayloads['order_action'];

export const PreviewProps: Payload = {
  firstName: 'Mali',
  orderId: PREVIEW_ORDER,
  orderNumber: PREVIEW_ORDER_NUMBER,
  action: 'skip',
  result: 'done',
  paymentDate: PREVIEW_DAY,
  movedTo: null,
  accountUrl: PREVIEW_ACCOUNT_URL,
};

export const MorePreviews: Record<string, Payload> = {
  moved: { ...PreviewProps, action: 'move', movedTo: PREVIEW_NEXT_DAY },
  'too late': { ...PreviewProps, result: 'too_late' },
  'not possible': { ...PreviewProps, action: 'move', result: 'not_possible' },
};

export function subjectOf(payload: Payload, { say }: Wording): string {
  return say(payload.result === 'done' ? 'emails.orderAction.done' : 'emails.orderAction.notDone');
}

/** Answers a button that was tapped in LINE: what changed, or what to do instead. */
export default function OrderAction({ payload, wording, subject }: TemplateProps<'order_action'>) {
  const { say } = wording;
  const text = textOf(payload, wording);
  return (
    <Layout
      wording={wording}
      subject={subject}
      preheader={text}
      heading={subject}
      firstName={payload.firstName}
    >
      <Paragraph>{text}</Paragraph>
      <Button href={payload.accountUrl} label={say('emails.openAccount')} />
      <OrderNumber orderNumber={payload.orderNumber} wording={wording} />
    </Layout>
  );
}

function textOf({ action, result, paymentDate, movedTo }: Payload, { say, day }: Wording): string {
  const date = day(paymentDate);
  if (result === 'too_late') return say('emails.orderAction.tooLate', { date });
  if (result === 'not_possible') return say('emails.orderAction.notPossible', { date });
  if (action === 'move' && movedTo) return say('emails.orderAction.moved', { date: day(movedTo) });
  return say('emails.orderAction.skipped', { date });
}
