import { Layout } from './layout';
import type { MessagePayloads } from './messages';
import { Button, Paragraph } from './parts';
import { PREVIEW_ACCOUNT_URL } from './preview-data';
import type { TemplateProps } from './template';
import type { Wording } from './wording';

export const PreviewProps: MessagePayloads['line_unlinked'] = {
  firstName: 'Mali',
  accountUrl: PREVIEW_ACCOUNT_URL,
};

export function subjectOf(_: MessagePayloads['line_unlinked'], { say }: Wording): string {
  return say('emails.lineUnlinked.subject');
}

/** A warning to whoever did not do it. */
export default function LineUnlinked({ payload, wording, subject }: TemplateProps<'line_unlinked'>) {
  const { say } = wording;
  return (
    <Layout
      wording={wording}
      subject={subject}
      preheader={say('emails.lineUnlinked.preheader')}
      heading={say('emails.lineUnlinked.heading')}
      firstName={payload.firstName}
    >
      <Paragraph>{say('emails.lineUnlinked.intro')}</Paragraph>
      <Paragraph>{say('emails.lineUnlinked.you')}</Paragraph>
      <Paragraph>{say('emails.lineUnlinked.notYou')}</Paragraph>
      <Button href={payload.accountUrl} label={say('emails.openAccount')} />
    </Layout>
  );
}
