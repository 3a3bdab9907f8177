import Link from 'next/link';
import type { Locale } from '@/domain/locale';
import { localePath } from '@/locales/paths';
import { getI18n } from '@/locales/server';
import { Wordmark } from '../art/wordmark';
import { ButtonLink } from '../button';
import classes from './header.module.css';
import { LanguageSwitch } from './language-switch';
import { Menu } from './menu';
import { sitePages } from './site-pages';

export type Visitor = 'anonymous' | 'registering' | 'subscriber';

interface HeaderProps {
  locale: Locale;
  visitor: Visitor;
  /** Shows only brand, language and log-in: for pages with a single task. */
  plain?: boolean;
}

/** The header of every page. */
export async function Header({ locale, visitor, plain }: HeaderProps) {
  const [t, pages] = await Promise.all([getI18n(), sitePages(locale)]);
  const start = { href: localePath(locale, '/register'), text: t('common.start') };
  return (
    <header className={classes.header}>
      <div className={classes.row}>
        <Link href={localePath(locale, '/')} className={classes.brand} aria-label={t('common.home')}>
          <Wordmark className={classes.wordmark} />
        </Link>
        {!plain && (
          <nav className={classes.sections} aria-label={t('common.mainNavigation')}>
            {pages.map(({ href, text }) => (
              <Link key={href} href={href} className={classes.quietLink}>
                {text}
              </Link>
            ))}
          </nav>
        )}
        <div className={classes.actions}>
          <LanguageSwitch
            locale={locale}
            text={t('common.otherLanguage')}
            label={t('common.otherLanguageLabel')}
          />
          <Entrance locale={locale} visitor={visitor} />
          {!plain && visitor === 'anonymous' && (
            <span className={classes.start}>
              <ButtonLink href={start.href}>{start.text}</ButtonLink>
            </span>
          )}
          {!plain && (
            <Menu
              name={t('pages.menu')}
              label={t('common.mainNavigation')}
              links={visitor === 'anonymous' ? [...pages, start] : pages}
            />
          )}
        </div>
      </div>
    </header>
  );
}

async function Entrance({ locale, visitor }: { locale: Locale; visitor: Visitor }) {
  const t = await getI18n();
  if (visitor === 'registering') return null;
  const [path, text] =
    visitor === 'subscriber'
      ? (['/account', t('common.account')] as const)
      : (['/login', t('common.logIn')] as const);
  return (
    <Link href={localePath(locale, path)} className={classes.quietLink}>
      {text}
    </Link>
  );
}
