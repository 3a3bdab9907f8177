interface OutcomeProps {
  picture: React.ReactNode;
  heading: string;
  tone: 'good' | 'waiting' | 'info' | 'bad';
  titleRef?: React.Ref<HTMLHeadingElement>;
  /** Whether the result may still change. Screen readers then announce a change. */
  live?: boolean;
  children: React.ReactNode;
}

/** How an action or a payment ended: picture, heading, next step. */
export function Outcome({ picture, heading, tone, titleRef, live, children }: OutcomeProps) {
  return (
    <div className="stack narrow" aria-live={live ? 'polite' : undefined}>
      <div className="picture scene" data-tone={tone}>
        {picture}
      </div>
      <h1 ref={titleRef} tabIndex={-1}>
        {heading}
      </h1>
      {children}
    </div>
  );
}
