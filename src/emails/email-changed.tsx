import { Layout } from './layout';
import type { MessagePayloads } from './messages';
import { Paragraph } from './parts';
import type { TemplateProps } from './template';
import type { Wording } from './wording';

export const PreviewProps: MessagePayloads['email_changed'] = { firstName: 'Mali' };

export function subjectOf(_: MessagePayloads['email_changed'], { say }: Wording): string {
  return say('emails.emailChanged.subject');
}

/** A warning to whoever did not do it, where they still read. */
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
      <Paragraph>{say('emails.emailChanged.notYou')}</Paragraph>
    </Layout>
  );
}
