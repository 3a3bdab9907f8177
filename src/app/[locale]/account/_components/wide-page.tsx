import Link from 'next/link';
import classes from './account.module.css';

interface WidePageProps {
  back: { href: string; text: string };
  children: React.ReactNode;
}

/** A page of the account with a back link and content in the full width of the site. */
export function WidePage({ back, children }: WidePageProps) {
  return (
    <div className={`wrap ${classes.wide}`}>
      <p>
        <Link href={back.href} className="tap">
          {back.text}
        </Link>
      </p>
      {children}
    </div>
  );
}
