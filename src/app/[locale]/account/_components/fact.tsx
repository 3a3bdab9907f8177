import classes from './fact.module.css';

export function Facts({ children }: { children: React.ReactNode }) {
  return <dl className={classes.facts}>{children}</dl>;
}

interface FactProps {
  term: string;
  /** What the others come to. */
  strong?: boolean;
  children: React.ReactNode;
}

/** One line of a list of facts: its name at one end, what it is at the other. */
export function Fact({ term, strong, children }: FactProps) {
  return (
    <div className={classes.fact} data-strong={strong || undefined}>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
