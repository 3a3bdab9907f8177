import classes from './notice.module.css';

interface NoticeProps {
  tone: 'good' | 'waiting' | 'info' | 'bad';
  title?: string;
  /** Read out at once when it appears; for what is already there when the page opens, leave it off. */
  urgent?: boolean;
  children?: React.ReactNode;
}

/** A message that stays: what happened, and what to do about it. */
export function Notice({ tone, title, urgent, children }: NoticeProps) {
  return (
    <div className={classes.notice} data-tone={tone} role={urgent ? 'alert' : undefined}>
      {title && <p className={classes.title}>{title}</p>}
      {children && <div className={classes.body}>{children}</div>}
    </div>
  );
}
