import Link from 'next/link';
import classes from './wide-page.module.css';

interface WidePageProps {
  back: { href: string; text: string };
  children: React.ReactNode;
}

/** A page of the account with much to look at: the way back, then as wide as the site goes. */
export function WidePage({ back, children }: WidePageProps) {
  return (
    <div className={classes.page}>
      <p>
        <Link href={back.href} className={classes.back}>
          {back.text}
        </Link>
      </p>
      {children}
    </div>
  );
}
