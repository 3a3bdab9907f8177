import classes from './leaf-list.module.css';

/** A list with a small leaf before each of its items. */
export function LeafList({ children }: { children: React.ReactNode }) {
  return <ul className={classes.list}>{children}</ul>;
}
