import { Layout } from './layout';
import type { MessagePayloads } from './messages';
import { Button, Highlight, Paragraph } from './parts';
import { PREVIEW_REWARDS_URL, PREVIEW_UNSUBSCRIBE_URL } from './preview-data';
import type { TemplateProps } from './template';
import type { Wording } from './wording';

export const PreviewProps: MessagePayloads['referral_rewarded'] = {
  firstName: 'Mali',
  points: 100,
  balance: 199,
  link: PREVIEW_REWARDS_URL,
  unsubscribeLink: PREVIEW_UNSUBSCRIBE_URL,
};

export function subjectOf({ points }: MessagePayloads['referral_rewarded'], { say }: Wording): string {
  return say('emails.referralRewarded.subject', { points });
}

/** Announces the points for a referral. It does not identify the referred subscriber. */
export default function ReferralRewarded(props: TemplateProps<'referral_rewarded'>) {
  const { payload, wording, subject } = props;
  const { say } = wording;
  return (
    <Layout
      wording={wording}
      subject={subject}
      preheader={say('emails.referralRewarded.preheader')}
      heading={say('emails.referralRewarded.heading')}
      firstName={payload.firstName}
      unsubscribeLink={payload.unsubscribeLink}
    >
      <Paragraph>{say('emails.referralRewarded.intro')}</Paragraph>
      <Highlight
        label={say('emails.referralRewarded.yours')}
        value={say('emails.points', { points: payload.points })}
        note={say('emails.pointsBalance', { balance: payload.balance })}
      />
      <Button href={payload.link} label={say('emails.openRewards')} />
      <Paragraph>{say('emails.referralRewarded.more')}</Paragraph>
    </Layout>
  );
}
