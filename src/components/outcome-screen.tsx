'use client';

import { useEffect, useRef, type ComponentProps } from 'react';
import { Outcome } from './outcome';

interface OutcomeScreenProps extends Omit<ComponentProps<typeof Outcome>, 'titleRef'> {
  /** Whether the heading takes the focus also when the page opens. It always does when it changes. */
  takesFocus?: boolean;
}

/** A page that shows how an action or a payment ended, and reads it to people who do not see it. */
export function OutcomeScreen({ takesFocus = true, ...outcome }: OutcomeScreenProps) {
  const { heading } = outcome;
  const title = useRef<HTMLHeadingElement>(null);
  const shown = useRef(takesFocus ? null : heading);
  useEffect(() => {
    if (shown.current !== heading) title.current?.focus();
    shown.current = heading;
  }, [heading]);
  return <Outcome {...outcome} titleRef={title} />;
}
