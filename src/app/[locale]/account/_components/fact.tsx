import classes from './fact.module.css';

export function Facts({ children }: { children: React.ReactNode }) {
  return <dl className={classes.facts}>{children}</dl>;
}

interface FactProps {
  term: string;
  /** Marks the total of the other facts. */
  strong?: boolean;
  children: React.ReactNode;
}

/** One line of a list of facts: name and value at opposite ends. */
export function Fact({ term, strong, children }: FactProps) {
  return (
    <div className={classes.fact} data-strong={strong || undefined}>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
