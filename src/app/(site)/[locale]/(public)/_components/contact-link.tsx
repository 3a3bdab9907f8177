import { getI18n } from '@/locales/server';
import { publicSettings } from '@/trpc/server';
import { ExternalMark } from '@/components/external-mark';
import { lineAddress } from '@/domain/line';

/** Links to the first configured contact method. */
export async function ContactLink() {
  const [t, { contact }] = await Promise.all([getI18n(), publicSettings()]);
  if (contact.email) return <a href={`mailto:${contact.email}`}>{contact.email}</a>;
  if (contact.line)
    return (
      <a href={lineAddress(contact.line)}>
        LINE {contact.line}
        <ExternalMark label={t('common.leaves')} />
      </a>
    );
  return <a href="#contact">{t('site.footer.contact')}</a>;
}
