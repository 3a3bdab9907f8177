import { STAFF_LINK_MINUTES } from '@/domain/staff';
import { Layout } from './layout';
import type { MessagePayloads } from './messages';
import { Button, Paragraph } from './parts';
import type { TemplateProps } from './template';
import type { Wording } from './wording';

export const PreviewProps: MessagePayloads['staff_log_in'] = {
  locale: 'en',
  firstName: 'Mali',
  role: 'support',
  link: 'http://localhost:3000/desk/login/link#4mYt0GqkQ1sZ8uXv3b7NwE5rJ2cLh9aPd6KfT0oiSxU',
};

export function subjectOf(_: MessagePayloads['staff_log_in'], { say }: Wording): string {
  return say('emails.staffLogIn.subject');
}

export default function StaffLogIn({ payload, wording, subject }: TemplateProps<'staff_log_in'>) {
  const { say } = wording;
  const minutes = String(STAFF_LINK_MINUTES);
  return (
    <Layout
      wording={wording}
      subject={subject}
      preheader={say('emails.staffLogIn.preheader', { minutes })}
      heading={say('emails.staffLogIn.heading')}
      firstName={payload.firstName}
      why={say('emails.footerStaff')}
    >
      <Paragraph>{say('emails.staffLogIn.intro')}</Paragraph>
      <Button href={payload.link} label={say('emails.staffLogIn.button')} copyLink={say('emails.copyLink')} />
      <Paragraph>{say('emails.staffLogIn.until', { minutes })}</Paragraph>
      <Paragraph small>{say('emails.staffLogIn.notYou')}</Paragraph>
    </Layout>
  );
}
