'use client';

import { useEffect, useRef } from 'react';

let hasArrived = false;

/** The heading of a screen. It takes the focus after a client navigation, but not when the document opens. */
export function ArrivedHeading({ children }: { children: React.ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (hasArrived) heading.current?.focus();
    hasArrived = true;
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
}
