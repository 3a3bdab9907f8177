import Link from 'next/link';
import classes from './wide-page.module.css';

interface WidePageProps {
  back: { href: string; text: string };
  children: React.ReactNode;
}

/** A page of the account with a back link and content in the full width of the site. */
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
