import Link from 'next/link';
import { Wordmark } from '@/components/art/wordmark';
import { Providers } from '@/components/providers';
import { LanguageSwitch } from '@/components/shell/language-switch';
import { I18n } from '@/locales/i18n';
import { localePath } from '@/locales/paths';
import { getI18n, pageLocale } from '@/locales/server';
import { requireMember } from '@/trpc/desk-server';
import { DeskNav } from './_components/desk-nav';
import { ProofDialog } from './_components/proof-dialog';
import { sectionsOf } from './_components/sections';
import { LogOut } from './_components/log-out';
import classes from './_components/frame.module.css';

const TEXTS = [
  ...([
    'desk',
    'deskCatalogue',
    'deskMessages',
    'deskMoney',
    'deskOperation',
    'deskParcels',
    'deskSubscribers',
    'deskTeam',
    'deskToday',
  ] as const),
  ...(['cancelReasons', 'common', 'validation', 'auth.summaryTitle', 'auth.errorPrefix'] as const),
];

/** The frame of the desk's pages: who is logged in, and the sections that the role may see. */
export default async function DeskLayout({ params, children }: LayoutProps<'/[locale]/desk'>) {
  const locale = await pageLocale(params);
  const member = await requireMember(locale);
  const t = await getI18n();
  const sections = sectionsOf(member.role).map(({ path, title }) => ({
    href: localePath(locale, path),
    text: t(title),
  }));
  return (
    <I18n locale={locale} nouns={TEXTS}>
      <Providers>
        <div className={classes.frame}>
          <a href="#content" className="skip">
            {t('common.skipToContent')}
          </a>
          <header className={`actions ${classes.head}`}>
            <a href={localePath(locale, '/desk')} className="tap" aria-label={t('desk.title')}>
              <Wordmark className="wordmark" />
            </a>
            <p className={`actions ${classes.member}`}>
              <Link
                href={localePath(locale, '/desk/sessions')}
                className={`tap ${classes.name}`}
                title={t('desk.sessions.title')}
              >
                {member.name}
              </Link>
              <span className="muted">{t(`desk.roles.${member.role}`)}</span>
            </p>
            <div className={classes.actions}>
              <LanguageSwitch
                locale={locale}
                text={t('common.otherLanguage')}
                label={t('common.otherLanguageLabel')}
              />
              <LogOut />
            </div>
          </header>
          <DeskNav sections={sections} />
          <main id="content" tabIndex={-1} className={classes.main}>
            {children}
          </main>
          <ProofDialog method={member.method} />
        </div>
      </Providers>
    </I18n>
  );
}
