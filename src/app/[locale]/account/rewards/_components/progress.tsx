import classes from './progress.module.css';

interface ProgressProps {
  /** The name of the counted quantity. */
  label: string;
  value: number;
  max: number;
  /** The progress as text, for screen readers. */
  text: string;
}

/** Shows progress as a bar. */
export function Progress({ label, value, max, text }: ProgressProps) {
  const reached = Math.min(value, max);
  return (
    <div className={classes.track} {...spoken({ label, value: reached, max, text })}>
      <span className={classes.done} style={{ width: `${Math.floor((reached / max) * 100)}%` }} />
    </div>
  );
}

/** Shows progress of a few steps as leaves. */
export function Leaves({ label, value, max, text }: ProgressProps) {
  return (
    <div className={classes.leaves} {...spoken({ label, value, max, text })}>
      {Array.from({ length: max }, (_, index) => (
        <span key={index} className={classes.leaf} data-done={index < value || undefined} />
      ))}
    </div>
  );
}

function spoken({ label, value, max, text }: ProgressProps) {
  return {
    role: 'progressbar',
    'aria-label': label,
    'aria-valuemin': 0,
    'aria-valuenow': value,
    'aria-valuemax': max,
    'aria-valuetext': text,
  } as const;
}
