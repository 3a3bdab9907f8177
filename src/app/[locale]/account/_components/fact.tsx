import classes from './fact.module.css';

export function Facts({ children }: { children: React.ReactNode }) {
  return <dl className={classes.facts}>{children}</dl>;
}

interface FactProps {
  term: string;
  /** Whether this line is the total of the other lines. */
  strong?: boolean;
  children: React.ReactNode;
}

/** One line of a list, with a name on one side and its value on the other. */
export function Fact({ term, strong, children }: FactProps) {
  return (
    <div className={`row ${classes.fact}`} data-strong={strong || undefined}>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
