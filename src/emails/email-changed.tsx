import { Layout } from './layout';
import type { MessagePayloads } from './messages';
import { NotMe } from './not-me';
import { Paragraph } from './parts';
import { PREVIEW_NOT_ME_URL } from './preview-data';
import type { TemplateProps } from './template';
import type { Wording } from './wording';

export const PreviewProps: MessagePayloads['email_changed'] = {
  firstName: 'Mali',
  notMeUrl: PREVIEW_NOT_ME_URL,
};

export function subjectOf(_: MessagePayloads['email_changed'], { say }: Wording): string {
  return say('emails.emailChanged.subject');
}

/**
 * Reports a change of the e-mail address to the old address. With this mail the owner can undo a change by an
 * attacker.
 */
export default function EmailChanged({ payload, wording, subject }: TemplateProps<'email_changed'>) {
  const { say } = wording;
  return (
    <Layout
      wording={wording}
      subject={subject}
      preheader={say('emails.emailChanged.preheader')}
      heading={say('emails.emailChanged.heading')}
      firstName={payload.firstName}
    >
      <Paragraph>{say('emails.emailChanged.intro')}</Paragraph>
      <Paragraph>{say('emails.emailChanged.you')}</Paragraph>
      <NotMe url={payload.notMeUrl} wording={wording} />
    </Layout>
  );
}
