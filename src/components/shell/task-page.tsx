'use client';

import Link from 'next/link';
import { useEffect, useRef } from 'react';
import classes from './task-page.module.css';

interface TaskPageProps {
  /** The way back, below the first level; `hard` where the next page needs a document of its own. */
  back?: { href: string; text: string; hard?: boolean };
  heading: string;
  lead?: string;
  /** What belongs beside the task where there is room, and below it where there is not. */
  aside?: React.ReactNode;
  children: React.ReactNode;
}

/** A page of the account with one thing to do: the way back, a heading that takes the focus, the task. */
export function TaskPage({ back, heading, lead, aside, children }: TaskPageProps) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The focus stays where the reader put it before the page became interactive, and the scroll position too.
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
