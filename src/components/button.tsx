import Link from 'next/link';
import classes from './button.module.css';

type Look = 'primary' | 'secondary' | 'quiet';

function classFor(look: Look, wide?: boolean): string {
  return [classes.button, classes[look], wide && classes.wide].filter(Boolean).join(' ');
}

interface ButtonLinkProps {
  href: string;
  look?: Look;
  wide?: boolean;
  /** A full page load, where the next page needs a document (and a security policy) of its own. */
  hard?: boolean;
  children: React.ReactNode;
}

/** A link that looks like a button, for going somewhere. */
export function ButtonLink({ href, look = 'primary', wide, hard, children }: ButtonLinkProps) {
  if (hard) {
    return (
      <a href={href} className={classFor(look, wide)}>
        {children}
      </a>
    );
  }
  return (
    <Link href={href} className={classFor(look, wide)}>
      {children}
    </Link>
  );
}

interface ButtonProps extends Omit<React.ComponentProps<'button'>, 'className' | 'disabled'> {
  look?: Look;
  wide?: boolean;
  /** Under way: stays focusable and readable, and does nothing more when pressed again. */
  busy?: boolean;
}

/** A button that does something; it says what, also while it does it. */
export function Button({
  look = 'primary',
  wide,
  busy,
  onClick,
  children,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={classFor(look, wide)}
      aria-disabled={busy || undefined}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
    >
      {busy && <span className={classes.spinner} aria-hidden />}
      {children}
    </button>
  );
}
