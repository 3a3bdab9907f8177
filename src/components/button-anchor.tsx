import classes from './button.module.css';

export type Look = 'primary' | 'secondary' | 'quiet';

/** Returns the CSS classes of a button, or of a link that looks like a button. */
export function buttonClass(look: Look, wide?: boolean): string {
  return [classes.button, classes[look], wide && classes.wide].filter(Boolean).join(' ');
}

interface ButtonAnchorProps {
  href: string;
  look?: Look;
  wide?: boolean;
  children: React.ReactNode;
}

/**
 * A link that looks like a button and loads a new document. Needed for links to other sites, for links on and
 * to public pages, and for links between pages with different security policies.
 */
export function ButtonAnchor({ href, look = 'primary', wide, children }: ButtonAnchorProps) {
  return (
    <a href={href} className={buttonClass(look, wide)}>
      {children}
    </a>
  );
}
