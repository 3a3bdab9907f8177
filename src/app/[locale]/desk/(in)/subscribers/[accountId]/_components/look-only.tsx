'use client';

/** Shows another person's page to read. Links and buttons in it do nothing, with the keyboard too. */
export function LookOnly({
  className,
  children,
}: {
  className: string | undefined;
  children: React.ReactNode;
}) {
  const stop = (event: React.SyntheticEvent) => {
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div role="presentation" className={className} onClickCapture={stop} onSubmitCapture={stop}>
      {children}
    </div>
  );
}
