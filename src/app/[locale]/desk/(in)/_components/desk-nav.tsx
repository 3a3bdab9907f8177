'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { useI18n } from '@/locales/client';
import classes from './frame.module.css';
import { SectionIcon, type SectionIconName } from './section-icon';

interface DeskNavProps {
  sections: readonly { href: string; text: string; icon: SectionIconName; count?: number | undefined }[];
}

/** The menu of the desk: a rail, which keeps its icons on a narrow screen. On a phone it is at the bottom. */
export function DeskNav({ sections }: DeskNavProps) {
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
        {sections.map(({ href, text, icon, count }) => (
          <li key={href}>
            <Link
              href={href}
              ref={isAt(href) ? present : undefined}
              className={classes.section}
              aria-current={isAt(href) ? 'page' : undefined}
            >
              <SectionIcon of={icon} />
              <span>{text}</span>
              {count !== undefined && count > 0 && <strong className={classes.count}>{count}</strong>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
