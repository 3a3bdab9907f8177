import Link from 'next/link';
import { Wordmark } from '@/components/art/wordmark';
import { Providers } from '@/components/providers';
import { LanguageSwitch } from '@/components/shell/language-switch';
import { I18n } from '@/locales/i18n';
import { localePath } from '@/locales/paths';
import { getI18n, pageLocale } from '@/locales/server';
import { deskApi, requireMember } from '@/trpc/desk-server';
import { DeskKeys } from './_components/desk-keys';
import { DeskNav } from './_components/desk-nav';
import { Find } from './_components/find';
import { KeepTyped } from './_components/keep-typed';
import { ProofDialog } from './_components/proof-dialog';
import { LogOut } from './_components/log-out';
import classes from './_components/frame.module.css';
import type { SectionIconName } from './_components/section-icon';
import { mayDo, type StaffAction, type StaffRole } from '@/domain/staff';
import type { WordKey } from '@/locales/translate';

interface Section {
  path: string;
  title: Extract<WordKey, `desk.${string}`>;
  /** The action that the section needs. */
  action: StaffAction;
  icon: SectionIconName;
  /** The letter that opens the section after `g`. */
  letter: string;
}

/** The sections of the desk in the order of the menu. */
const SECTIONS = [
  { path: '/desk', title: 'desk.today', action: 'desk.read', icon: 'today', letter: 't' },
  {
    path: '/desk/conversations',
    title: 'desk.conversations',
    action: 'conversations.use',
    icon: 'conversations',
    letter: 'i',
  },
  {
    path: '/desk/subscribers',
    title: 'desk.subscribers',
    action: 'subscribers.read',
    icon: 'subscribers',
    letter: 's',
  },
  { path: '/desk/parcels', title: 'desk.parcels', action: 'parcels.read', icon: 'parcels', letter: 'p' },
  { path: '/desk/money', title: 'desk.money', action: 'money.read', icon: 'money', letter: 'm' },
  {
    path: '/desk/catalogue',
    title: 'desk.catalogue',
    action: 'catalogue.read',
    icon: 'catalogue',
    letter: 'c',
  },
  { path: '/desk/numbers', title: 'desk.numbers', action: 'numbers.read', icon: 'numbers', letter: 'n' },
  {
    path: '/desk/operation',
    title: 'desk.operation',
    action: 'operation.read',
    icon: 'operation',
    letter: 'o',
  },
  {
    path: '/desk/integrations',
    title: 'desk.integrations',
    action: 'tokens.manage',
    icon: 'integrations',
    letter: 'x',
  },
  { path: '/desk/team', title: 'desk.team', action: 'staff.manage', icon: 'team', letter: 'a' },
  { path: '/desk/log', title: 'desk.log', action: 'staff.manage', icon: 'log', letter: 'l' },
] as const satisfies readonly Section[];

/** Returns the sections that a role may see. */
const sectionsOf = (role: StaffRole) => SECTIONS.filter(({ action }) => mayDo(role, action));

const TEXTS = [
  ...([
    'desk',
    'deskBooks',
    'deskBulk',
    'deskCatalogue',
    'deskChange',
    'deskDisputes',
    'deskInbox',
    'deskIntegrations',
    'deskLists',
    'deskLog',
    'deskMessages',
    'deskMoney',
    'deskMoving',
    'deskOperation',
    'deskParcels',
    'deskPayouts',
    'deskRefund',
    'deskSubscribers',
    'deskTeam',
    'deskToday',
    'deskTransfers',
  ] as const),
  ...([
    'banks',
    'cancelReasons',
    'common',
    'validation',
    'register.delivery',
    'auth.summaryTitle',
    'auth.errorPrefix',
  ] as const),
];

/** The frame of the desk's pages: who is logged in, and the sections that the role may see. */
export default async function DeskLayout({ params, children }: LayoutProps<'/[locale]/desk'>) {
  const locale = await pageLocale(params);
  const member = await requireMember(locale);
  const { today } = await deskApi();
  const [t, waiting] = await Promise.all([getI18n(), today.waiting()]);
  const sections = sectionsOf(member.role).map(({ path, title, icon, letter }) => ({
    href: localePath(locale, path),
    text: t(title),
    icon,
    letter,
  }));
  const results = mayDo(member.role, 'subscribers.read') ? '/desk/subscribers' : '/desk/parcels';
  return (
    <I18n locale={locale} nouns={TEXTS}>
      <Providers>
        <div className={classes.frame} data-account={member.staffId}>
          <a href="#content" className="skip">
            {t('common.skipToContent')}
          </a>
          <DeskNav sections={sections} waiting={waiting} />
          <header className={classes.head}>
            <a href={localePath(locale, '/desk')} className="tap" aria-label={t('desk.title')}>
              <Wordmark className="wordmark" />
            </a>
            <Find action={localePath(locale, results)} />
            <p className={`actions ${classes.member}`}>
              <Link
                href={localePath(locale, '/desk/sessions')}
                prefetch={false}
                className={`tap ${classes.name}`}
                title={t('desk.sessions.title')}
              >
                {member.name}
              </Link>
              <span className="muted">{t(`desk.roles.${member.role}`)}</span>
            </p>
            <div className={classes.actions}>
              <DeskKeys sections={sections} />
              <LanguageSwitch
                locale={locale}
                text={t('common.otherLanguage')}
                label={t('common.otherLanguageLabel')}
              />
              <LogOut />
            </div>
          </header>
          <main id="content" tabIndex={-1} className={classes.main}>
            {children}
          </main>
          <KeepTyped />
          <ProofDialog method={member.method} />
        </div>
      </Providers>
    </I18n>
  );
}
