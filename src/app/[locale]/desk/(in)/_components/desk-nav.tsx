'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import { useI18n } from '@/locales/client';
import { desk, type DeskOutputs } from '@/trpc/desk';
import classes from './frame.module.css';
import { SectionIcon, type SectionIconName } from './section-icon';

type Waiting = DeskOutputs['today']['waiting'];

interface DeskNavProps {
  sections: readonly { href: string; text: string; icon: SectionIconName }[];
  /** What waited when the frame was rendered. */
  waiting: Waiting;
}

const SHOWN_MAX = 999;

/** The menu of the desk: a rail, which keeps its icons on a narrow screen. On a phone it is at the bottom. */
export function DeskNav({ sections, waiting }: DeskNavProps) {
  const t = useI18n();
  const path = usePathname();
  const present = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    // Newer browsers return a promise, which is no clean-up of an effect.
    present.current?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [path]);
  const counts: Partial<Record<SectionIconName, number | undefined>> = useWaiting(waiting, path);
  const [home] = sections;
  const isAt = (href: string) => path === href || (href !== home?.href && path.startsWith(`${href}/`));
  return (
    <nav className={classes.nav} aria-label={t('desk.navigation')}>
      <ul className={classes.sections}>
        {sections.map(({ href, text, icon }) => (
          <li key={href}>
            <Link
              href={href}
              prefetch={false}
              ref={isAt(href) ? present : undefined}
              className={classes.section}
              aria-current={isAt(href) ? 'page' : undefined}
            >
              <SectionIcon of={icon} />
              <span>{text}</span>
              <Count of={counts[icon] ?? 0} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Count({ of }: { of: number }) {
  if (of === 0) return null;
  return <b className={`number ${classes.count}`}>{of > SHOWN_MAX ? `${SHOWN_MAX}+` : of}</b>;
}

/** Returns what waits. It is read again with each page, because the frame stays while pages change. */
function useWaiting(rendered: Waiting, path: string): Waiting {
  const [read, setRead] = useState<{ since: Waiting; waiting: Waiting } | null>(null);
  const seen = useRef(path);
  useEffect(() => {
    if (seen.current === path) return;
    seen.current = path;
    // Without an answer the numbers of the page before stay.
    desk.today.waiting.query().then(
      (waiting) => setRead({ since: rendered, waiting }),
      () => undefined,
    );
  }, [path, rendered]);
  return read?.since === rendered ? read.waiting : rendered;
}
