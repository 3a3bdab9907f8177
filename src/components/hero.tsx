import { ArrivedHeading } from './arrived-heading';
import classes from './hero.module.css';

interface HeroProps {
  tone: 'next' | 'bad' | 'waiting' | 'info' | 'good' | 'quiet';
  /** Names the state of the first thing in a few words. */
  eyebrow: React.ReactNode;
  /** The day or the amount. */
  title: React.ReactNode;
  /** Short lines below the title. */
  lines?: React.ReactNode;
  art: React.ReactNode;
  children?: React.ReactNode;
}

/** The first thing of the account: what it is, when or how much, and what can be done. */
export function Hero({ tone, eyebrow, title, lines, art, children }: HeroProps) {
  return (
    <section className={`surface ${classes.hero}`} data-hero={tone}>
      <div className={classes.band}>
        <div>
          <ArrivedHeading>
            <span className={classes.eyebrow}>{eyebrow}</span> <span className={classes.title}>{title}</span>
          </ArrivedHeading>
          {lines && <div className={classes.lines}>{lines}</div>}
        </div>
        <div className={classes.art}>{art}</div>
      </div>
      {children}
    </section>
  );
}

interface HeroFactProps {
  icon: React.ReactNode;
  children: React.ReactNode;
}

/** One fact of the box, with a drawing before it. */
export function HeroFact({ icon, children }: HeroFactProps) {
  return (
    <li className={classes.fact}>
      {icon}
      <div>{children}</div>
    </li>
  );
}

export function HeroFacts({ children }: { children: React.ReactNode }) {
  return <ul className={classes.facts}>{children}</ul>;
}

/** Sentences and buttons below the band. */
export function HeroActs({ children }: { children: React.ReactNode }) {
  return <div className={`stack ${classes.acts}`}>{children}</div>;
}
