'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useI18n, useLocale } from '@/locales/client';
import { barePath, localePath } from '@/locales/paths';
import classes from './account-nav.module.css';

const SECTIONS = [
  ['home', '/account'],
  ['orders', '/account/orders'],
  ['subscription', '/account/subscription'],
  ['cards', '/account/cards'],
  ['rewards', '/account/rewards'],
  ['details', '/account/details'],
] as const;

/** The navigation of the account, on each of its pages. */
export function AccountNav() {
  const t = useI18n();
  const locale = useLocale();
  const at = barePath(usePathname());
  const isIn = (path: string) => at === path || (path !== '/account' && at.startsWith(`${path}/`));
  return (
    <nav aria-label={t('account.nav.label')} className={classes.nav}>
      <ul className={`wrap ${classes.list}`}>
        {SECTIONS.map(([name, path]) => (
          <li key={name}>
            <Link
              href={localePath(locale, path)}
              className={classes.link}
              aria-current={at === path ? 'page' : isIn(path) ? 'true' : undefined}
            >
              {t(`account.nav.${name}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
