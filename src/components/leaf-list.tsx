import classes from './leaf-list.module.css';

/** A list with a leaf as its bullet. */
export function LeafList({ children }: { children: React.ReactNode }) {
  return <ul className={classes.list}>{children}</ul>;
}
