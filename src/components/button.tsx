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
  /** Forces a full page load, for a page that needs its own document (and security policy). */
  hard?: boolean;
  children: React.ReactNode;
}

/** A link that looks like a button. */
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
  /** In progress: the button stays focusable and readable, and further clicks do nothing. */
  busy?: boolean;
}

/** A button whose label names its action, also while it runs. */
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
