'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useEffect, useId, useRef, useState } from 'react';
import classes from './header.module.css';

interface MenuProps {
  /** The label of the button. */
  name: string;
  /** The label of the navigation. */
  label: string;
  links: readonly { href: string; text: string }[];
}

/** The site's menu on a phone: a tap opens it; Escape, a tap elsewhere or a navigation closes it. */
export function Menu({ name, label, links }: MenuProps) {
  const pathname = usePathname();
  // The page on which the menu is open: after a navigation it is closed.
  const [openOn, setOpenOn] = useState<string | null>(null);
  const isOpen = openOn === pathname;
  const id = useId();
  const whole = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!isOpen) return;
    const close = () => setOpenOn(null);
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      close();
      button.current?.focus();
    };
    const isElsewhere = (target: EventTarget | null) =>
      target instanceof Node && !whole.current?.contains(target);
    const onPointer = (event: PointerEvent) => isElsewhere(event.target) && close();
    const onFocus = (event: FocusEvent) => isElsewhere(event.target) && close();
    document.addEventListener('keydown', onKey);
    document.addEventListener('pointerdown', onPointer);
    document.addEventListener('focusin', onFocus);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('pointerdown', onPointer);
      document.removeEventListener('focusin', onFocus);
    };
  }, [isOpen]);

  return (
    <div ref={whole} className={classes.menu}>
      <button
        ref={button}
        type="button"
        className={classes.menuButton}
        aria-label={name}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpenOn(isOpen ? null : pathname)}
      >
        <svg
          viewBox="0 0 24 24"
          width="24"
          height="24"
          fill="none"
          stroke="currentcolor"
          strokeWidth="2"
          strokeLinecap="round"
          aria-hidden
        >
          <path d={isOpen ? 'M6 6 18 18M18 6 6 18' : 'M4 7H20M4 12H20M4 17H20'} />
        </svg>
      </button>
      <nav id={id} aria-label={label} className={classes.menuPanel} hidden={!isOpen}>
        <ul>
          {links.map(({ href, text }) => (
            <li key={href}>
              <Link
                href={href}
                className={classes.menuLink}
                aria-current={href === pathname ? 'page' : undefined}
                onClick={() => setOpenOn(null)}
              >
                {text}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}
