'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useI18n } from '@/locales/client';
import classes from './frame.module.css';

/** The menu of the desk. On a phone it scrolls sideways. */
export function DeskNav({ sections }: { sections: readonly { href: string; text: string }[] }) {
  const t = useI18n();
  const path = usePathname();
  const [home] = sections;
  const isAt = (href: string) => path === href || (href !== home?.href && path.startsWith(`${href}/`));
  return (
    <nav className={classes.nav} aria-label={t('desk.navigation')}>
      <ul className={classes.sections}>
        {sections.map(({ href, text }) => (
          <li key={href}>
            <Link href={href} className={classes.section} aria-current={isAt(href) ? 'page' : undefined}>
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
