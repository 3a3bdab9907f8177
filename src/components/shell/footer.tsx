import Link from 'next/link';
import type { Locale } from '@/domain/locale';
import { localePath } from '@/locales/paths';
import { getI18n } from '@/locales/server';
import { publicSettings } from '@/trpc/server';
import { Wordmark } from '../art/wordmark';
import { lineAddress } from '../line-start';
import classes from './footer.module.css';

/** The bottom of every page: how to reach us, always in the same place. */
export async function Footer({ locale, plain }: { locale: Locale; plain?: boolean }) {
  const [t, { contact, social }] = await Promise.all([getI18n(), publicSettings()]);
  const reach = [
    contact.email && { text: contact.email, label: t('site.footer.email'), href: `mailto:${contact.email}` },
    contact.phone && {
      text: contact.phone,
      label: t('site.footer.phone'),
      href: `tel:${contact.phone.replace(/[^+\d]/g, '')}`,
    },
    contact.line && { text: contact.line, label: t('site.footer.line'), href: lineAddress(contact.line) },
  ].filter((way) => way !== null && way !== undefined && way !== '');
  const follow = [
    social.facebook && { text: 'Facebook', href: social.facebook },
    social.instagram && { text: 'Instagram', href: social.instagram },
    social.line && { text: 'LINE', href: social.line },
  ].filter((way) => way !== null && way !== undefined && way !== '');

  return (
    <footer className={classes.footer} data-plain={plain || undefined}>
      <div className={classes.columns}>
        <div className={classes.brand}>
          <Wordmark className={classes.wordmark} />
          <p className={classes.rights}>{t('site.footer.rights')}</p>
        </div>
        <Column title={t('site.footer.contact')}>
          {reach.map((way) => (
            <li key={way.href}>
              <span className={classes.kind}>{way.label}</span>{' '}
              <a href={way.href} className={classes.link}>
                {way.text}
              </a>
            </li>
          ))}
        </Column>
        {follow.length > 0 && (
          <Column title={t('site.footer.follow')}>
            {follow.map((way) => (
              <li key={way.href}>
                <a href={way.href} className={classes.link} rel="noreferrer">
                  {way.text}
                </a>
              </li>
            ))}
          </Column>
        )}
        {!plain && (
          <Column title={t('site.footer.start')}>
            <li>
              <Link href={localePath(locale, '/register')} className={classes.link}>
                {t('common.start')}
              </Link>
            </li>
            <li>
              <Link href={localePath(locale, '/login')} className={classes.link}>
                {t('common.logIn')}
              </Link>
            </li>
          </Column>
        )}
      </div>
    </footer>
  );
}

function Column({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div>
      <h2 className={classes.title}>{title}</h2>
      <ul>{children}</ul>
    </div>
  );
}
