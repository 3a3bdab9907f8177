'use client';

import Link from 'next/link';
import { useEffect, useRef } from 'react';
import classes from './task-page.module.css';

interface TaskPageProps {
  /** The back link. Omit it on a top-level page. `hard` loads a new document. */
  back?: { href: string; text: string; hard?: boolean };
  heading: string;
  lead?: string;
  /** The content beside the task on wide screens, and below the task on narrow screens. */
  aside?: React.ReactNode;
  children: React.ReactNode;
}

/** A page of the account with a single task: back link, focused heading, task. */
export function TaskPage({ back, heading, lead, aside, children }: TaskPageProps) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // Does not move a focus that the user set before hydration, and does not scroll.
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
