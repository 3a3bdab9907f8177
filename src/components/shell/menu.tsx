import classes from './header.module.css';

interface MenuProps {
  /** The label of the button. */
  name: string;
  /** The label of the navigation. */
  label: string;
  links: readonly { href: string; text: string; anonymousOnly?: boolean }[];
  /** The path of the current page. */
  current?: string;
}

/**
 * The site's menu on a phone. It is a `<details>` element, so that it opens without scripts. `watchMenu`
 * closes it.
 */
export function Menu({ name, label, links, current }: MenuProps) {
  return (
    <details className={classes.menu} data-menu>
      <summary className={classes.menuButton} aria-label={name}>
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
          <path className={classes.whenClosed} d="M4 7H20M4 12H20M4 17H20" />
          <path className={classes.whenOpen} d="M6 6 18 18M18 6 6 18" />
        </svg>
      </summary>
      <nav aria-label={label} className={classes.menuPanel}>
        <ul>
          {links.map(({ href, text, anonymousOnly }) => (
            <li key={href} className={anonymousOnly ? classes.forAnonymous : undefined}>
              <a
                href={href}
                className={classes.menuLink}
                aria-current={href === current ? 'page' : undefined}
              >
                {text}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </details>
  );
}
