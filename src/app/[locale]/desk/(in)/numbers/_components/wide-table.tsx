import classes from './numbers.module.css';

interface WideTableProps {
  caption: string;
  /** Whether the caption is shown. The heading of the section says the same for a table that stands alone. */
  isNamed?: boolean;
  children: React.ReactNode;
}

/** A table that scrolls sideways where it does not fit, also with the keyboard. */
export function WideTable({ caption, isNamed = false, children }: WideTableProps) {
  return (
    <div className={classes.scroll} role="region" aria-label={caption} tabIndex={0}>
      <table className={classes.table}>
        <caption className={isNamed ? undefined : 'visually-hidden'}>{caption}</caption>
        {children}
      </table>
    </div>
  );
}
