import { Layout } from './layout';
import type { MessagePayloads } from './messages';
import { Button, Highlight, Paragraph } from './parts';
import { PREVIEW_REWARDS_URL, PREVIEW_UNSUBSCRIBE_URL } from './preview-data';
import type { TemplateProps } from './template';
import type { Wording } from './wording';

export const PreviewProps: MessagePayloads['milestone'] = {
  firstName: 'Mali',
  orders: 10,
  points: 50,
  balance: 384,
  link: PREVIEW_REWARDS_URL,
  unsubscribeLink: PREVIEW_UNSUBSCRIBE_URL,
};

export function subjectOf({ orders }: MessagePayloads['milestone'], { say }: Wording): string {
  return say('emails.milestone.subject', { orders });
}

/** Congratulates the subscriber on ten more boxes and announces the points. */
export default function Milestone({ payload, wording, subject }: TemplateProps<'milestone'>) {
  const { say } = wording;
  const { orders, points, balance } = payload;
  return (
    <Layout
      wording={wording}
      subject={subject}
      preheader={say('emails.milestone.preheader', { points })}
      heading={say('emails.milestone.heading', { orders })}
      firstName={payload.firstName}
      unsubscribeLink={payload.unsubscribeLink}
    >
      <Paragraph>{say('emails.milestone.intro', { orders })}</Paragraph>
      <Highlight
        label={say('emails.milestone.bonus')}
        value={say('emails.points', { points })}
        note={say('emails.pointsBalance', { balance })}
      />
      <Paragraph>{say('emails.milestone.use')}</Paragraph>
      <Button href={payload.link} label={say('emails.openRewards')} />
    </Layout>
  );
}
