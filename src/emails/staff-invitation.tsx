import { INVITATION_HOURS } from '@/domain/staff';
import { Layout } from './layout';
import type { MessagePayloads } from './messages';
import { Button, Paragraph } from './parts';
import type { TemplateProps } from './template';
import type { Wording } from './wording';

export const PreviewProps: MessagePayloads['staff_invitation'] = {
  locale: 'en',
  firstName: 'Mali',
  role: 'support',
  link: 'http://localhost:3000/desk/join#4mYt0GqkQ1sZ8uXv3b7NwE5rJ2cLh9aPd6KfT0oiSxU',
};

export function subjectOf(_: MessagePayloads['staff_invitation'], { say }: Wording): string {
  return say('emails.staffInvitation.subject');
}

export default function StaffInvitation({ payload, wording, subject }: TemplateProps<'staff_invitation'>) {
  const { say } = wording;
  const hours = String(INVITATION_HOURS);
  return (
    <Layout
      wording={wording}
      subject={subject}
      preheader={say('emails.staffInvitation.preheader', { hours })}
      heading={say('emails.staffInvitation.heading')}
      firstName={payload.firstName}
      why={say('emails.footerStaff')}
    >
      <Paragraph>{say('emails.staffInvitation.intro')}</Paragraph>
      <Paragraph>{say('emails.staffInvitation.role', { role: say(`desk.roles.${payload.role}`) })}</Paragraph>
      <Button
        href={payload.link}
        label={say('emails.staffInvitation.button')}
        copyLink={say('emails.copyLink')}
      />
      <Paragraph>{say('emails.staffInvitation.until', { hours })}</Paragraph>
      <Paragraph small>{say('emails.staffInvitation.notYou')}</Paragraph>
    </Layout>
  );
}
