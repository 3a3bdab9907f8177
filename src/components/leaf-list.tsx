import classes from './leaf-list.module.css';

/** A list whose bullets are leaves. */
export function LeafList({ children }: { children: React.ReactNode }) {
  return <ul className={`stack ${classes.list}`}>{children}</ul>;
}
