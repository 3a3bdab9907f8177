import { LeafList } from '@/components/leaf-list';
import { getI18n } from '@/locales/server';
import type { Rewards } from './balance';
import classes from './rewards.module.css';

/** Explains how points are earned and when they are taken back. */
export async function Earning({ view: { milestone, referral } }: { view: Rewards }) {
  const t = await getI18n();
  const inWords = (count: number) => <span className="keep">{t('common.points', { count })}</span>;
  return (
    <>
      <h2 className="h3">{t('rewards.earn.title')}</h2>
      <div className={classes.rules}>
        <LeafList>
          <li>{t('rewards.earn.box')}</li>
          <li>{t('rewards.earn.milestone', { points: inWords(milestone.points) })}</li>
          <li>{t('rewards.earn.friend', { points: inWords(referral.referrerPoints) })}</li>
        </LeafList>
      </div>
      <p className="muted small">{t('rewards.earn.refund')}</p>
    </>
  );
}
