import { Layout } from './layout';
import type { MessagePayloads } from './messages';
import { NotMe } from './not-me';
import { Paragraph } from './parts';
import { PREVIEW_NOT_ME_URL } from './preview-data';
import type { TemplateProps } from './template';
import type { Wording } from './wording';

export const PreviewProps: MessagePayloads['line_unlinked'] = {
  firstName: 'Mali',
  notMeUrl: PREVIEW_NOT_ME_URL,
};

export function subjectOf(_: MessagePayloads['line_unlinked'], { say }: Wording): string {
  return say('emails.lineUnlinked.subject');
}

/** Reports that LINE was unlinked, so that the owner can undo a change by an attacker. */
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
      <NotMe url={payload.notMeUrl} wording={wording} />
    </Layout>
  );
}
