import type { Metadata } from 'next';
import Link from 'next/link';
import { mayDo } from '@/domain/staff';
import { localePath } from '@/locales/paths';
import { getI18n, pageLocale } from '@/locales/server';
import { PARCEL_LISTS } from '@/schemas/desk';
import { api } from '@/trpc/server';
import { deskApi, requireMember } from '@/trpc/desk-server';
import { deskMetadata } from '../../_components/desk-metadata';
import classes from '../_components/desk.module.css';
import { BulkSend } from './_components/bulk-send';
import { ParcelRow } from './_components/parcel-row';

type Props = PageProps<'/[locale]/desk/parcels'>;

export const generateMetadata = ({ params }: Props): Promise<Metadata> =>
  deskMetadata(params, 'desk.parcels');

export default async function ParcelsPage({ params, searchParams }: Props) {
  const locale = await pageLocale(params);
  const { role } = await requireMember(locale, 'parcels.read');
  const asked = (await searchParams).list;
  const list = PARCEL_LISTS.find((one) => one === asked) ?? 'problem';
  const [t, desk, shop] = await Promise.all([getI18n(), deskApi(), api()]);
  const [{ counts, parcels }, products] = await Promise.all([
    desk.parcels.list({ list }),
    shop.catalogue.everyProduct(),
  ]);
  const names = Object.fromEntries(products.map(({ code, name }) => [code, name[locale]]));
  return (
    <>
      <h1>{t('deskParcels.heading')}</h1>
      <nav aria-label={t('deskParcels.lists')}>
        <ul className={classes.tiles}>
          {PARCEL_LISTS.map((one) => (
            <li key={one}>
              <Link
                href={localePath(locale, `/desk/parcels?list=${one}`)}
                className={classes.tile}
                aria-current={one === list ? 'page' : undefined}
              >
                <span className={classes.figure}>{counts[one]}</span>
                <span>{t(`deskParcels.list.${one}`)}</span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <section className="card mt-5">
        <h2>{t(`deskParcels.list.${list}`)}</h2>
        <p className="lead">{t(`deskParcels.listText.${list}`)}</p>
        {parcels.length === 0 && <p>{t('deskParcels.empty')}</p>}
        <ul className={classes.rows}>
          {parcels.map((parcel) => (
            <ParcelRow key={parcel.orderId} parcel={parcel} names={names} role={role} />
          ))}
        </ul>
      </section>
      {mayDo(role, 'parcels.change') && <BulkSend />}
    </>
  );
}
