import { Notice } from '@/components/notice';
import { getI18n } from '@/locales/server';
import classes from './home.module.css';

/** Confirms that the account was deleted. */
export async function Farewell() {
  const t = await getI18n();
  return (
    <div className={`wrap ${classes.farewell}`} role="status">
      <Notice tone="good" title={t('details.deletion.done')}>
        <p>{t('details.deletion.doneText')}</p>
      </Notice>
    </div>
  );
}
