import { SprigArt } from '@/components/art/scenes';
import { getI18n } from '@/locales/server';
import classes from './promises.module.css';

/** Lists the commitments to every customer. */
export async function Promises() {
  const t = await getI18n();
  const promises = [
    { title: t('site.promise.price.title'), text: t('site.promise.price.text') },
    { title: t('site.promise.reminder.title'), text: t('site.promise.reminder.text') },
    { title: t('site.promise.freedom.title'), text: t('site.promise.freedom.text') },
    { title: t('site.promise.quiet.title'), text: t('site.promise.quiet.text') },
  ];
  return (
    <section className={classes.band} aria-labelledby="promise-title">
      <div className={`wrap ${classes.inner}`}>
        <div className={classes.head}>
          <SprigArt className={classes.sprig} />
          <h2 id="promise-title" className="h1">
            {t('site.promise.title')}
          </h2>
        </div>
        <dl className={`pairs columns-2 ${classes.list}`}>
          {promises.map(({ title, text }) => (
            <div key={title}>
              <dt className={classes.term}>{title}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
