import classes from './notice.module.css';

export type NoticeTone = 'good' | 'waiting' | 'info' | 'bad';

interface NoticeProps {
  tone: NoticeTone;
  title?: string;
  /**
   * Whether screen readers announce the notice when it appears. Omit it for a notice that is present when the
   * page opens.
   */
  urgent?: boolean;
  children?: React.ReactNode;
}

/** A message that stays on the page. It says what happened and what the user can do. */
export function Notice({ tone, title, urgent, children }: NoticeProps) {
  return (
    <div className={`note ${tone}`} data-tone={tone} role={urgent ? 'alert' : undefined}>
      {title && <p className={`strong ${classes.title}`}>{title}</p>}
      {children && <div className={classes.body}>{children}</div>}
    </div>
  );
}
