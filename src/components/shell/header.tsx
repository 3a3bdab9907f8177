import type { Locale } from '@/domain/locale';
import { localePath } from '@/locales/paths';
import { getI18n } from '@/locales/server';
import { Wordmark } from '../art/wordmark';
import { ButtonAnchor } from '../button-anchor';
import classes from './header.module.css';
import { sitePages } from './site-pages';

/**
 * The kind of visitor. `unknown` is for pages that all visitors share. Such a page contains the links of
 * every kind, and the browser shows those of the visitor's kind.
 */
export type Visitor = 'anonymous' | 'registering' | 'subscriber' | 'unknown';

interface HeaderProps {
  locale: Locale;
  visitor: Visitor;
  languageLink: React.ReactNode;
  current?: string;
  /** Shows only brand, language and log-in. For pages with a single task. */
  plain?: boolean;
  /** The tabs of a part of the site. They take the place of the other links. */
  tabs?: React.ReactNode;
}

/** The header of every page. Its links load new documents, because public pages are separate documents. */
export async function Header({ locale, visitor, languageLink, current, plain, tabs }: HeaderProps) {
  const [t, pages] = await Promise.all([getI18n(), sitePages(locale)]);
  const maybeAnonymous = visitor === 'anonymous' || visitor === 'unknown';
  const start = { href: localePath(locale, '/register'), text: t('common.start'), anonymousOnly: true };
  return (
    <header className={classes.header} data-tabs={tabs ? true : undefined}>
      <div className={`wrap actions ${classes.row}`}>
        <a href={localePath(locale, '/')} className={`tap ${classes.brand}`} aria-label={t('common.home')}>
          <Wordmark className={classes.wordmark} />
        </a>
        {tabs}
        {!plain && (
          <nav className={classes.sections} aria-label={t('common.mainNavigation')}>
            {pages.map(({ href, text }) => (
              <a key={href} href={href} className={`tap ${classes.quietLink}`}>
                {text}
              </a>
            ))}
          </nav>
        )}
        <div className={classes.actions}>
          {languageLink}
          {!tabs && <Entrance locale={locale} visitor={visitor} />}
          {!plain && maybeAnonymous && (
            <span className={`${classes.start} ${classes.forAnonymous}`}>
              <ButtonAnchor href={start.href}>{start.text}</ButtonAnchor>
            </span>
          )}
          {!plain && (
            <Menu
              name={t('pages.menu')}
              label={t('common.mainNavigation')}
              links={maybeAnonymous ? [...pages, start] : pages}
              current={current}
            />
          )}
        </div>
      </div>
    </header>
  );
}

async function Entrance({ locale, visitor }: { locale: Locale; visitor: Visitor }) {
  const t = await getI18n();
  return (
    <>
      {(visitor === 'anonymous' || visitor === 'unknown') && (
        <a href={localePath(locale, '/login')} className={`tap ${classes.quietLink} ${classes.forAnonymous}`}>
          {t('common.logIn')}
        </a>
      )}
      {(visitor === 'subscriber' || visitor === 'unknown') && (
        <a
          href={localePath(locale, '/account')}
          className={`tap ${classes.quietLink} ${visitor === 'unknown' ? classes.forSubscribers : ''}`}
        >
          {t('common.account')}
        </a>
      )}
    </>
  );
}

interface MenuProps {
  /** The label of the button. */
  name: string;
  /** The label of the navigation. */
  label: string;
  links: readonly { href: string; text: string; anonymousOnly?: boolean }[];
  /** The path of the current page. */
  current?: string;
}

/**
 * The site's menu on a phone. It is a `<details>` element, so that it opens without scripts. `watchMenu`
 * closes it.
 */
function Menu({ name, label, links, current }: MenuProps) {
  return (
    <details className={classes.menu} data-menu>
      <summary className={classes.menuButton} aria-label={name}>
        <svg
          viewBox="0 0 24 24"
          width="24"
          height="24"
          fill="none"
          stroke="currentcolor"
          strokeWidth="2"
          strokeLinecap="round"
          aria-hidden
        >
          <path className={classes.whenClosed} d="M4 7H20M4 12H20M4 17H20" />
          <path className={classes.whenOpen} d="M6 6 18 18M18 6 6 18" />
        </svg>
      </summary>
      <nav aria-label={label} className={classes.menuPanel}>
        <ul>
          {links.map(({ href, text, anonymousOnly }) => (
            <li key={href} className={anonymousOnly ? classes.forAnonymous : undefined}>
              <a
                href={href}
                className={classes.menuLink}
                aria-current={href === current ? 'page' : undefined}
              >
                {text}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </details>
  );
}
