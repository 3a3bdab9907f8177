import { getI18n } from '@/locales/server';
import { ArrivedHeading } from '../arrived-heading';
import { OpenBoxArt } from '../art/box';
import classes from './stop-page.module.css';

/** Explains that a page does not exist. @param children the link to another page */
export async function Missing({ children }: { children: React.ReactNode }) {
  const t = await getI18n();
  return (
    <div className={`stack ${classes.page}`}>
      <OpenBoxArt items={[]} className={classes.art} />
      <ArrivedHeading>{t('common.notFoundTitle')}</ArrivedHeading>
      <p>{t('common.notFoundText')}</p>
      {children}
    </div>
  );
}
