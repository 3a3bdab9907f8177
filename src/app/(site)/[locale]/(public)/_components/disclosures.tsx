import classes from './disclosures.module.css';

interface Disclosure {
  q: string;
  a: React.ReactNode;
}

/**
 * Questions with expandable answers. They are `<details>` elements, which work without scripts and by
 * keyboard.
 */
export function Disclosures({
  items,
  heading: Heading,
}: {
  items: readonly Disclosure[];
  heading: 'h2' | 'h3';
}) {
  return (
    <div className={classes.list}>
      {items.map(({ q, a }) => (
        <details key={q} className={classes.item}>
          <summary className={classes.question}>
            <Heading className={classes.title}>{q}</Heading>
          </summary>
          <p className={classes.answer}>{a}</p>
        </details>
      ))}
    </div>
  );
}
