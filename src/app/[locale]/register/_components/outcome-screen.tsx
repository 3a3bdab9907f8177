'use client';

import { useEffect, useRef } from 'react';

interface OutcomeScreenProps {
  picture: React.ReactNode;
  heading: string;
  tone: 'good' | 'waiting' | 'info' | 'bad';
  /** Whether the result may still change. Screen readers then announce a change. */
  live?: boolean;
  children: React.ReactNode;
}

/** Shows the result of a registration's payment: picture, focused heading, next step. */
export function OutcomeScreen({ picture, heading, tone, live, children }: OutcomeScreenProps) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), [heading]);
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
