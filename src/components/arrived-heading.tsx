'use client';

import { useEffect, useRef } from 'react';

let hasArrived = false;

/** The heading of a page. It gets the focus after a client-side navigation, but not after a full page load. */
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
