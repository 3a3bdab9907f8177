import { Layout } from './layout';
import type { MessagePayloads } from './messages';
import { Paragraph } from './parts';
import type { TemplateProps } from './template';
import type { Wording } from './wording';

export const PreviewProps: MessagePayloads['account_deleted'] = {
  firstName: 'Mali',
  boxToCome: false,
  wasDormant: false,
};

export const MorePreviews: Record<string, MessagePayloads['account_deleted']> = {
  'box to come': { ...PreviewProps, boxToCome: true },
  'not used for three years': { ...PreviewProps, wasDormant: true },
};

export function subjectOf(_: MessagePayloads['account_deleted'], { say }: Wording): string {
  return say('emails.accountDeleted.subject');
}

/**
 * The last message of an account. It lists the deleted data, and the data that is stored longer and for how
 * long.
 */
export default function AccountDeleted({ payload, wording, subject }: TemplateProps<'account_deleted'>) {
  const { say } = wording;
  return (
    <Layout
      wording={wording}
      subject={subject}
      preheader={say('emails.accountDeleted.preheader')}
      heading={say('emails.accountDeleted.heading')}
      firstName={payload.firstName}
    >
      {payload.wasDormant && <Paragraph>{say('emails.accountDeleted.dormant')}</Paragraph>}
      <Paragraph>{say('emails.accountDeleted.intro')}</Paragraph>
      {payload.boxToCome && <Paragraph>{say('emails.accountDeleted.box')}</Paragraph>}
      <Paragraph>{say('emails.accountDeleted.kept')}</Paragraph>
      <Paragraph>{say('emails.accountDeleted.back')}</Paragraph>
      {!payload.wasDormant && <Paragraph small>{say('emails.accountDeleted.notYou')}</Paragraph>}
    </Layout>
  );
}
