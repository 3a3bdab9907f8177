import classes from './external-mark.module.css';

/** Marks a link that leaves the site, with an arrow and a text for screen readers. */
export function ExternalMark({ label }: { label: string }) {
  return (
    <span className={classes.mark}>
      <svg
        viewBox="0 0 16 16"
        width="12"
        height="12"
        fill="none"
        stroke="currentcolor"
        strokeWidth="2"
        aria-hidden
      >
        <path d="M5 3H13V11M13 3 3 13" />
      </svg>
      <span className="visually-hidden">{label}</span>
    </span>
  );
}
