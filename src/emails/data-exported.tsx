import { Layout } from './layout';
import type { MessagePayloads } from './messages';
import { NotMe } from './not-me';
import { Paragraph } from './parts';
import { PREVIEW_NOT_ME_URL } from './preview-data';
import type { TemplateProps } from './template';
import type { Wording } from './wording';

export const PreviewProps: MessagePayloads['data_exported'] = {
  firstName: 'Mali',
  notMeUrl: PREVIEW_NOT_ME_URL,
};

export function subjectOf(_: MessagePayloads['data_exported'], { say }: Wording): string {
  return say('emails.dataExported.subject');
}

/** Reports a download of the account's data to the owner of the account. */
export default function DataExported({ payload, wording, subject }: TemplateProps<'data_exported'>) {
  const { say } = wording;
  return (
    <Layout
      wording={wording}
      subject={subject}
      preheader={say('emails.dataExported.preheader')}
      heading={say('emails.dataExported.heading')}
      firstName={payload.firstName}
    >
      <Paragraph>{say('emails.dataExported.intro')}</Paragraph>
      <Paragraph>{say('emails.dataExported.you')}</Paragraph>
      <NotMe url={payload.notMeUrl} wording={wording} />
    </Layout>
  );
}
