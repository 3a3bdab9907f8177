'use client';

import { useEffect, useRef } from 'react';
import classes from './entry.module.css';
import { Picture, type PictureName } from './pictures';

interface EntryPageProps {
  art: PictureName;
  heading: string;
  lead?: React.ReactNode;
  /** Whether the content of the page has changed. The heading then takes the focus. */
  arrived?: boolean;
  children?: React.ReactNode;
}

/** A page of the log-in or the account recovery, with one picture, one heading and one task. */
export function EntryPage({ art, heading, lead, arrived, children }: EntryPageProps) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (arrived) title.current?.focus();
  }, [arrived, heading]);
  return (
    <div className={`narrow ${classes.page}`}>
      <Picture name={art} />
      <h1 ref={title} tabIndex={-1}>
        {heading}
      </h1>
      {lead && <p className="anywhere">{lead}</p>}
      {children}
    </div>
  );
}
