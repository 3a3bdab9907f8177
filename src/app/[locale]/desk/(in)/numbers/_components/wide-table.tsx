import classes from './numbers.module.css';

/** A table that scrolls sideways where it does not fit, also with the keyboard. */
export function WideTable({ caption, children }: { caption: string; children: React.ReactNode }) {
  return (
    <div className={classes.scroll} role="region" aria-label={caption} tabIndex={0}>
      <table className={classes.table}>
        <caption>{caption}</caption>
        {children}
      </table>
    </div>
  );
}
