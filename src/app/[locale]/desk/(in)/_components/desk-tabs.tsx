'use client';

import Link from 'next/link';
import { useEffect, useRef } from 'react';
import classes from './desk.module.css';

interface DeskTabsProps {
  label: string;
  tabs: readonly { href: string; text: string; count?: string | undefined; isHere: boolean }[];
}

/** The lists of a page. The chosen one is scrolled into view, because a phone shows only some of them. */
export function DeskTabs({ label, tabs }: DeskTabsProps) {
  const present = useRef<HTMLAnchorElement>(null);
  const here = tabs.find(({ isHere }) => isHere)?.href;
  useEffect(() => {
    // Newer browsers return a promise, which is no clean-up of an effect.
    present.current?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [here]);
  return (
    <nav aria-label={label} className={classes.tabs}>
      <ul>
        {tabs.map(({ href, text, count, isHere }) => (
          <li key={href}>
            <Link
              href={href}
              ref={isHere ? present : undefined}
              prefetch={false}
              aria-current={isHere ? 'page' : undefined}
            >
              {text} {count !== undefined && <span className="number">{count}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
