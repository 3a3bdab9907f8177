'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { useI18n } from '@/locales/client';
import classes from './frame.module.css';

/** The menu of the desk. On a phone it scrolls sideways, to the present section. */
export function DeskNav({ sections }: { sections: readonly { href: string; text: string }[] }) {
  const t = useI18n();
  const path = usePathname();
  const present = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    // Newer browsers return a promise, which is no clean-up of an effect.
    present.current?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [path]);
  const [home] = sections;
  const isAt = (href: string) => path === href || (href !== home?.href && path.startsWith(`${href}/`));
  return (
    <nav className={classes.nav} aria-label={t('desk.navigation')}>
      <ul className={classes.sections}>
        {sections.map(({ href, text }) => (
          <li key={href}>
            <Link
              href={href}
              ref={isAt(href) ? present : undefined}
              className={classes.section}
              aria-current={isAt(href) ? 'page' : undefined}
            >
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
