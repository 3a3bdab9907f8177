import { Layout } from './layout';
import type { MessagePayloads } from './messages';
import { NotMe } from './not-me';
import { Paragraph } from './parts';
import { PREVIEW_NOT_ME_URL } from './preview-data';
import type { TemplateProps } from './template';
import type { Wording } from './wording';

export const PreviewProps: MessagePayloads['line_linked'] = {
  firstName: 'Mali',
  notMeUrl: PREVIEW_NOT_ME_URL,
};

export function subjectOf(_: MessagePayloads['line_linked'], { say }: Wording): string {
  return say('emails.lineLinked.subject');
}

/** Reports that LINE was linked, so that the owner can undo a change by an attacker. */
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
      <NotMe url={payload.notMeUrl} wording={wording} />
    </Layout>
  );
}
