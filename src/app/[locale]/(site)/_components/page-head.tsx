import classes from './page-head.module.css';

interface PageHeadProps {
  title: React.ReactNode;
  lead: string;
  /** Drawn beside the words where there is room. */
  art?: React.ReactNode;
  children?: React.ReactNode;
}

/** The top of an information page: what it is about, on the ground that the site's header lies on. */
export function PageHead({ title, lead, art, children }: PageHeadProps) {
  return (
    <div className={classes.head} data-art={art ? true : undefined}>
      <div className={classes.inner}>
        <div className={classes.words}>
          <h1 className={classes.title}>{title}</h1>
          <p className={classes.lead}>{lead}</p>
          {children}
        </div>
        {art && <div className={classes.art}>{art}</div>}
      </div>
    </div>
  );
}
