import { Layout } from './layout';
import type { MessagePayloads } from './messages';
import { Button, Paragraph } from './parts';
import { PREVIEW_ACCOUNT_URL } from './preview-data';
import type { TemplateProps } from './template';
import type { Wording } from './wording';

export const PreviewProps: MessagePayloads['line_linked'] = {
  firstName: 'Mali',
  accountUrl: PREVIEW_ACCOUNT_URL,
};

export function subjectOf(_: MessagePayloads['line_linked'], { say }: Wording): string {
  return say('emails.lineLinked.subject');
}

/** A warning to whoever did not do it. */
export default function LineLinked({ payload, wording, subject }: TemplateProps<'line_linked'>) {
  const { say } = wording;
  return (
    <Layout
      wording={wording}
      subject={subject}
      preheader={say('emails.lineLinked.preheader')}
      heading={say('emails.lineLinked.heading')}
      firstName={payload.firstName}
    >
      <Paragraph>{say('emails.lineLinked.intro')}</Paragraph>
      <Paragraph>{say('emails.lineLinked.you')}</Paragraph>
      <Paragraph>{say('emails.lineLinked.notYou')}</Paragraph>
      <Button href={payload.accountUrl} label={say('emails.openAccount')} />
    </Layout>
  );
}
