import { OpenBoxArt } from '@/components/art/box';
import { ButtonAnchor } from '@/components/button-anchor';
import type { Locale } from '@/domain/locale';
import { localePath, logInPath } from '@/locales/paths';
import classes from './pay.module.css';

interface MissingLinkProps {
  locale: Locale;
  title: string;
  text: string;
  logIn: string;
}

/** Explains that a secret link is unknown. */
export function MissingLink({ locale, title, text, logIn }: MissingLinkProps) {
  return (
    <div className={classes.outcome}>
      <div className={classes.picture}>
        <OpenBoxArt items={[]} />
      </div>
      <h1>{title}</h1>
      <p>{text}</p>
      <ButtonAnchor href={logInPath(locale, localePath(locale, '/account'))} wide>
        {logIn}
      </ButtonAnchor>
    </div>
  );
}
