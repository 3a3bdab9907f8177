import type { MessagePayloads } from './messages';
import { Facts } from './facts';
import { Layout } from './layout';
import { Paragraph } from './parts';
import type { TemplateProps } from './template';
import type { Wording } from './wording';

export const PreviewProps: MessagePayloads['staff_act'] = {
  locale: 'en',
  firstName: 'Mali',
  what: 'staff.invited',
  by: 'Nok',
  about: 'somchai@example.com',
  amount: null,
  at: '2026-11-20T07:30:00.000Z',
};

export const MorePreviews: Record<string, MessagePayloads['staff_act']> = {
  refund: { ...PreviewProps, what: 'refund.asked', about: 'ord_7k3m9q2c5t8w4x6z1n0p7r5d', amount: 43900 },
  switch: { ...PreviewProps, what: 'billing.paused', about: null },
};

const whatOf = ({ what }: MessagePayloads['staff_act'], { say }: Wording) =>
  say(`emails.staffAct.what.${what}`);

export function subjectOf(payload: MessagePayloads['staff_act'], wording: Wording): string {
  return wording.say('emails.staffAct.subject', { what: whatOf(payload, wording) });
}

/** Tells an owner what a colleague did. It has no link: a mail that asks for a log-in would be copied by phishers. */
export default function StaffAct({ payload, wording, subject }: TemplateProps<'staff_act'>) {
  const { say } = wording;
  const { by, about, amount, at } = payload;
  return (
    <Layout
      wording={wording}
      subject={subject}
      preheader={say('emails.staffAct.preheader', { by })}
      heading={whatOf(payload, wording)}
      firstName={payload.firstName}
      why={say('emails.footerStaff')}
    >
      <Facts
        facts={[
          [say('emails.staffAct.by'), by],
          about === null ? null : [say('emails.staffAct.about'), about],
          amount === null ? null : [say('emails.staffAct.amount'), wording.baht(amount)],
          [say('emails.staffAct.when'), wording.moment(at)],
        ]}
      />
      <Paragraph small>{say('emails.staffAct.notYou')}</Paragraph>
    </Layout>
  );
}
