'use client';

import { useEffect, useRef } from 'react';

interface OutcomeScreenProps {
  picture: React.ReactNode;
  heading: string;
  tone: 'good' | 'waiting' | 'info' | 'bad';
  /** Whether the heading takes the focus also when the page opens. It always does when it changes. */
  takesFocus?: boolean;
  /** Whether the result may still change. Screen readers then announce a change. */
  live?: boolean;
  children: React.ReactNode;
}

/** A page that shows how an action or a payment ended: picture, heading, next step. */
export function OutcomeScreen(props: OutcomeScreenProps) {
  const { picture, heading, tone, takesFocus = true, live, children } = props;
  const title = useRef<HTMLHeadingElement>(null);
  const shown = useRef(takesFocus ? null : heading);
  useEffect(() => {
    if (shown.current !== heading) title.current?.focus();
    shown.current = heading;
  }, [heading]);
  return (
    <div className="stack narrow" aria-live={live ? 'polite' : undefined}>
      <div className="picture scene" data-tone={tone}>
        {picture}
      </div>
      <h1 ref={title} tabIndex={-1}>
        {heading}
      </h1>
      {children}
    </div>
  );
}
