import classes from './button.module.css';

export type Look = 'primary' | 'secondary' | 'quiet';

/** Returns the classes of a button or of a link that looks like one. */
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
 * A link that looks like a button and loads a new document: on public pages, to or from them, to other sites, and to
 * pages with a security policy of their own.
 */
export function ButtonAnchor({ href, look = 'primary', wide, children }: ButtonAnchorProps) {
  return (
    <a href={href} className={buttonClass(look, wide)}>
      {children}
    </a>
  );
}
