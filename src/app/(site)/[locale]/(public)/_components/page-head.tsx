import classes from './page-head.module.css';

interface PageHeadProps {
  title: React.ReactNode;
  lead: string;
  /** A drawing beside the text on wide screens. */
  art?: React.ReactNode;
  children?: React.ReactNode;
}

/** The top of an information page, with the background of the header. */
export function PageHead({ title, lead, art, children }: PageHeadProps) {
  return (
    <div className={classes.head} data-art={art ? true : undefined}>
      <div className={`wrap ${classes.inner}`}>
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
