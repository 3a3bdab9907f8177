import type { Locale } from '@/domain/locale';
import { localePath } from '@/locales/paths';
import { getI18n } from '@/locales/server';
import { publicSettings } from '@/trpc/server';
import { Wordmark } from '../art/wordmark';
import { ExternalMark } from '../external-mark';
import { lineAddress, lineName } from '@/domain/line';
import classes from './footer.module.css';
import { sitePages } from './site-pages';

/** The footer of every page, with the contact details. */
export async function Footer({ locale, plain }: { locale: Locale; plain?: boolean }) {
  const [t, { contact, social }, pages] = await Promise.all([getI18n(), publicSettings(), sitePages(locale)]);
  const reach = [
    contact.email && {
      text: contact.email,
      label: t('site.footer.email'),
      href: `mailto:${contact.email}`,
      leaves: false,
    },
    contact.phone && {
      text: contact.phone,
      label: t('site.footer.phone'),
      href: `tel:${contact.phone.replace(/[^+\d]/g, '')}`,
      leaves: false,
    },
    contact.line && {
      text: lineName(contact.line),
      label: t('site.footer.line'),
      href: lineAddress(contact.line),
      leaves: true,
    },
  ].filter((way) => way !== null && way !== undefined && way !== '');
  const follow = [
    social.facebook && { text: 'Facebook', href: social.facebook },
    social.instagram && { text: 'Instagram', href: social.instagram },
    !contact.line && social.line && { text: 'LINE', href: lineAddress(social.line) },
  ].filter((way) => typeof way === 'object' && way !== null);

  return (
    <footer className={classes.footer} data-plain={plain || undefined}>
      <div className={`wrap ${classes.columns}`}>
        <div className={classes.brand}>
          <Wordmark className={classes.wordmark} />
          {/* The pages of links may be read by others: they name no product. */}
          {!plain && <p className={classes.rights}>{t('site.footer.rights')}</p>}
        </div>
        <Column title={t('site.footer.contact')} id="contact">
          {reach.map((way) => (
            <li key={way.href}>
              <span className="muted">{way.label}</span>{' '}
              <a href={way.href} className={`tap ${classes.link}`}>
                {way.text}
                {way.leaves && <ExternalMark label={t('common.leaves')} />}
              </a>
            </li>
          ))}
          <PageLink href={localePath(locale, '/contact')} text={t('contact.fromFooter')} />
        </Column>
        {follow.length > 0 && (
          <Column title={t('site.footer.follow')}>
            {follow.map((way) => (
              <li key={way.href}>
                <a href={way.href} className={`tap ${classes.link}`} rel="noreferrer">
                  {way.text}
                  <ExternalMark label={t('common.leaves')} />
                </a>
              </li>
            ))}
          </Column>
        )}
        {!plain && (
          <Column title={t('pages.footer.pages')}>
            {pages.map(({ href, text }) => (
              <PageLink key={href} href={href} text={text} />
            ))}
          </Column>
        )}
        {!plain && (
          <Column title={t('site.footer.start')}>
            <PageLink href={localePath(locale, '/register')} text={t('common.start')} />
            <PageLink href={localePath(locale, '/login')} text={t('common.logIn')} />
          </Column>
        )}
      </div>
      <ul className={classes.papers}>
        <PageLink href={localePath(locale, '/privacy')} text={t('pages.footer.privacy')} />
        <PageLink href={localePath(locale, '/terms')} text={t('pages.footer.terms')} />
        <PageLink href={localePath(locale, '/accessibility')} text={t('pages.footer.accessibility')} />
      </ul>
    </footer>
  );
}

function PageLink({ href, text }: { href: string; text: string }) {
  return (
    <li>
      <a href={href} className={`tap ${classes.link}`}>
        {text}
      </a>
    </li>
  );
}

function Column({ title, id, children }: { title: string; id?: string; children: React.ReactNode }) {
  return (
    <div id={id}>
      <h2 className={classes.title}>{title}</h2>
      <ul>{children}</ul>
    </div>
  );
}
