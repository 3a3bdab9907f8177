import { WreathArt } from '@/components/art/rewards';
import { getI18n } from '@/locales/server';
import type { Rewards } from './balance';
import { Leaves } from './progress';
import classes from './rewards.module.css';

/** Shows how many more boxes the subscriber needs for the next milestone. */
export async function MilestoneProgress({ milestone }: { milestone: Rewards['milestone'] }) {
  const t = await getI18n();
  const { every, points, toGo } = milestone;
  const count = Math.max(0, every - toGo);
  const text = t('rewards.milestone.of', { count, every });
  return (
    <section className="card mt-4" aria-labelledby="milestone-title">
      <div className={classes.head}>
        <div className="stack mt-2">
          <h2 id="milestone-title" className="h2">
            {t('rewards.milestone.title')}
          </h2>
          <Leaves label={t('rewards.milestone.progress')} value={count} max={every} text={text} />
          <p className="strong">{text}</p>
        </div>
        <WreathArt />
      </div>
      <p className="muted small">
        {t('rewards.milestone.toGo', {
          boxes: t('rewards.milestone.boxes', { count: toGo }),
          points: <span className="keep">{t('common.points', { count: points })}</span>,
        })}
      </p>
    </section>
  );
}
