import { OpenBoxArt } from './art/box';
import classes from './pictured-hero.module.css';

const PICTURED = [
  { productCode: 'day-pads', quantity: 1 },
  { productCode: 'light-day-pads', quantity: 1 },
  { productCode: 'night-pads', quantity: 1 },
  { productCode: 'panty-liners', quantity: 1 },
];

interface PicturedHeroProps {
  /** A line above the title. */
  kicker?: string;
  title: React.ReactNode;
  lead: React.ReactNode;
  /** The text alternative of the picture of the open box. */
  pictured: string;
  /** A drawing in the corner of the picture. */
  ornament?: React.ReactNode;
  /** The main actions and notes. */
  children: React.ReactNode;
}

/** The hero of a landing page: title and lead beside the open box. */
export function PicturedHero({ kicker, title, lead, pictured, ornament, children }: PicturedHeroProps) {
  return (
    <section className={classes.hero}>
      <div className={`wrap ${classes.inner}`}>
        <div className={classes.text}>
          {kicker && <p className={classes.kicker}>{kicker}</p>}
          <h1 className={classes.title}>{title}</h1>
          <p className={classes.lead}>{lead}</p>
          {children}
        </div>
        <div className={classes.picture}>
          <OpenBoxArt items={PICTURED} title={pictured} />
          {ornament && <div className={classes.ornament}>{ornament}</div>}
        </div>
      </div>
    </section>
  );
}
