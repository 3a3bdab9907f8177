'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useI18n, useLocale } from '@/locales/client';
import { barePath, localePath } from '@/locales/paths';
import classes from './account-nav.module.css';

/** The tabs of the account: the first path of each is its link. */
const TABS = [
  ['boxes', '/account', '/account/orders'],
  ['points', '/account/rewards'],
  ['account', '/account/details', '/account/cards'],
] as const;

/** The navigation of the account, in the header of each of its pages. @param points the balance */
export function AccountNav({ points }: { points: number }) {
  const t = useI18n();
  const locale = useLocale();
  const at = barePath(usePathname());
  return (
    <nav aria-label={t('account.nav.label')} className={classes.nav}>
      {TABS.map(([name, path, ...others]) => {
        const isIn = [path, ...others].some((one) => one !== '/account' && at.startsWith(`${one}/`));
        const isOther = (others as readonly string[]).includes(at);
        return (
          <Link
            key={name}
            href={localePath(locale, path)}
            className={classes.link}
            aria-current={at === path ? 'page' : isIn || isOther ? 'true' : undefined}
          >
            {t(`account.nav.${name}`)}
            {name === 'points' && points > 0 && <span className={classes.count}> {points}</span>}
          </Link>
        );
      })}
    </nav>
  );
}
