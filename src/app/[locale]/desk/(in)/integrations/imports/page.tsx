import Link from 'next/link';
import { momentText } from '@/locales/format';
import { localePath } from '@/locales/paths';
import { getI18n, pageLocale } from '@/locales/server';
import { deskApi, requireMember } from '@/trpc/desk-server';
import { deskMetadata } from '../../../_components/desk-metadata';
import classes from '../../_components/desk.module.css';
import { NewImport } from './_components/new-import';
import { SaveShop } from './_components/save-shop';

export const generateMetadata = deskMetadata('deskMoving.title');

/** Files of subscribers of other systems. */
export default async function ImportsPage({ params }: PageProps<'/[locale]/desk/integrations/imports'>) {
  const locale = await pageLocale(params);
  await requireMember(locale, 'shop.move');
  const { moving } = await deskApi();
  const [t, imports] = await Promise.all([getI18n(), moving.list()]);
  return (
    <>
      <Link className="tap" href={localePath(locale, '/desk/integrations')}>
        {t('deskMoving.back')}
      </Link>
      <h1>{t('deskMoving.title')}</h1>
      <p className="lead">{t('deskMoving.lead')}</p>
      <NewImport />
      <section className="card mt-5">
        <h2>{t('deskMoving.imports')}</h2>
        {imports.length === 0 && <p className="lead">{t('deskMoving.none')}</p>}
        <ul className={classes.rows}>
          {imports.map(({ importId, fileName, source, state, createdAt }) => (
            <li key={importId} className={classes.row}>
              <Link className="tap" href={localePath(locale, `/desk/integrations/imports/${importId}`)}>
                {fileName}
              </Link>
              <p className="muted anywhere small">
                {source} · {momentText(createdAt.toISOString(), locale)} · {t(`deskMoving.state.${state}`)}
              </p>
            </li>
          ))}
        </ul>
      </section>
      <SaveShop />
    </>
  );
}
