import Link from 'next/link';
import { buttonClass, type Look } from './button-anchor';

interface ButtonLinkProps {
  href: string;
  look?: Look;
  wide?: boolean;
  onClick?: () => void;
  children: React.ReactNode;
}

/** A link that looks like a button. Its target is a page that the router can show in this document. */
export function ButtonLink({ href, look = 'primary', wide, onClick, children }: ButtonLinkProps) {
  return (
    <Link href={href} className={buttonClass(look, wide)} onClick={onClick}>
      {children}
    </Link>
  );
}

interface ButtonProps extends Omit<React.ComponentProps<'button'>, 'className' | 'disabled'> {
  look?: Look;
  wide?: boolean;
  /**
   * Whether the action is running. The button then stays focusable and readable, and further clicks do
   * nothing.
   */
  busy?: boolean;
  /** Whether the action has nothing to do. The button then stays focusable and readable, and clicks do nothing. */
  off?: boolean;
  /** Whether it pays or cancels. A tap before the page reacts is then not repeated: see `keepTaps`. */
  waits?: boolean;
}

/** A button. Its label names the action, also while the action runs. */
export function Button({
  look = 'primary',
  wide,
  busy,
  off,
  waits,
  onClick,
  children,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={buttonClass(look, wide)}
      aria-disabled={busy || off || undefined}
      data-busy={busy || undefined}
      data-waits={waits || undefined}
      onClick={(event) => (busy || off ? event.preventDefault() : onClick?.(event))}
    >
      {children}
    </button>
  );
}
