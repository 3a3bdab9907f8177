'use client';

import { useEffect, useRef } from 'react';
import classes from './confirmation.module.css';

interface OutcomeScreenProps {
  picture: React.ReactNode;
  heading: string;
  tone: 'good' | 'waiting' | 'info' | 'bad';
  /** Its outcome may arrive by itself: read it out. */
  live?: boolean;
  children: React.ReactNode;
}

/** What became of a registration's payment: a picture, a heading that takes the focus, and what to do next. */
export function OutcomeScreen({ picture, heading, tone, live, children }: OutcomeScreenProps) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), [heading]);
  return (
    <div className={classes.screen} aria-live={live ? 'polite' : undefined}>
      <div className={classes.picture} data-tone={tone}>
        {picture}
      </div>
      <h1 ref={title} tabIndex={-1}>
        {heading}
      </h1>
      {children}
    </div>
  );
}
