import { PageLoading } from '@/components/shell/page-loading';
import { getI18n } from '@/locales/server';
import account from './account.module.css';
import classes from './loading.module.css';

/** The placeholder of an account page while it loads after a click on a link. */
export async function AccountLoading() {
  const t = await getI18n();
  return (
    <div className={`wrap ${account.page}`} role="status">
      <PageLoading />
      <span className="visually-hidden">{t('common.loading')}</span>
      <div className={classes.line} />
      <div className={classes.hero} />
      <div className="stack-4 mt-6 columns-2">
        <div className={classes.tile} />
        <div className={classes.tile} />
      </div>
    </div>
  );
}
