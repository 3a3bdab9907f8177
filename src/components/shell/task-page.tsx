'use client';

import Link from 'next/link';
import { useEffect, useRef } from 'react';
import classes from './task-page.module.css';

interface TaskPageProps {
  /** The back link, below the first level; `hard` for a page that needs its own document. */
  back?: { href: string; text: string; hard?: boolean };
  heading: string;
  lead?: string;
  /** Shown beside the task on wide screens, and below it on others. */
  aside?: React.ReactNode;
  children: React.ReactNode;
}

/** A page of the account with a single task: back link, focused heading, task. */
export function TaskPage({ back, heading, lead, aside, children }: TaskPageProps) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // Keeps a focus that the reader set before hydration, and the scroll position.
    if (document.activeElement === document.body) title.current?.focus({ preventScroll: true });
  }, [heading]);

  return (
    <div className={classes.page} data-alone={aside ? undefined : true} data-top={back ? undefined : true}>
      <div className={classes.column}>
        {back && (
          <p>
            {back.hard ? (
              <a href={back.href} className={classes.back}>
                {back.text}
              </a>
            ) : (
              <Link href={back.href} className={classes.back}>
                {back.text}
              </Link>
            )}
          </p>
        )}
        <h1 ref={title} tabIndex={-1}>
          {heading}
        </h1>
        {lead && <p className={classes.lead}>{lead}</p>}
        {children}
      </div>
      {aside && <aside className={classes.aside}>{aside}</aside>}
    </div>
  );
}
