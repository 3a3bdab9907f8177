import { mayDo } from '@/domain/staff';
import { ButtonLink } from '@/components/button';
import { localePath } from '@/locales/paths';
import { getI18n, pageLocale } from '@/locales/server';
import { PARCEL_LISTS, parcelListInput } from '@/schemas/desk';
import { api } from '@/trpc/server';
import { deskApi, requireMember } from '@/trpc/desk-server';
import { deskMetadata } from '../../_components/desk-metadata';
import { DeskTabs } from '../_components/desk-tabs';
import { NumbersIn } from './_components/numbers-in';
import { Filter } from './_components/filter';
import { ParcelList } from './_components/parcel-list';
import classes from './_components/parcels.module.css';

/** More parcels of a list are not counted. */
const COUNTED_MAX = 1000;

export const generateMetadata = deskMetadata('desk.parcels');

export default async function ParcelsPage({ params, searchParams }: PageProps<'/[locale]/desk/parcels'>) {
  const locale = await pageLocale(params);
  const { role } = await requireMember(locale, 'parcels.read');
  const { list: asked, q, product, after } = await searchParams;
  const typed = typeof q === 'string' ? q.trim() : '';
  const isList = PARCEL_LISTS.some((one) => one === asked);
  const given = { q: typed || undefined, product: product || undefined, after };
  const input = parcelListInput.safeParse({ ...given, list: isList ? asked : typed ? 'all' : 'toSend' });
  const filter = input.success ? input.data : { list: 'toSend' as const };
  const [t, desk, shop] = await Promise.all([getI18n(), deskApi(), api()]);
  const [{ counts, parcels, next, pick }, products] = await Promise.all([
    desk.parcels.list(filter),
    shop.catalogue.everyProduct(),
  ]);
  const { list } = filter;
  const names = Object.fromEntries(products.map(({ code, name }) => [code, name[locale]]));
  const pathOf = (changes: Record<string, string | undefined>) => {
    const query = new URLSearchParams();
    for (const [key, value] of Object.entries({ list, q: typed, product: filter.product, ...changes }))
      if (value) query.set(key, value);
    return localePath(locale, `/desk/parcels?${query.toString()}`);
  };
  const countText = (count: number) =>
    count > COUNTED_MAX ? t('deskParcels.many', { count: COUNTED_MAX }) : `${count}`;
  return (
    <>
      <h1>{t('deskParcels.heading')}</h1>
      <p>
        <a href={localePath(locale, '/desk/parcels/stock')} className="tap">
          {t('deskParcels.stock.open')}
        </a>
      </p>
      <DeskTabs
        label={t('deskParcels.lists')}
        tabs={PARCEL_LISTS.map((one) => ({
          href: localePath(locale, `/desk/parcels?list=${one}`),
          text: t(`deskParcels.list.${one}`),
          count: counts[one] ? countText(counts[one]) : undefined,
          isHere: one === list,
        }))}
      />
      <div className={pick && pick.length > 0 ? classes.withAside : undefined}>
        <div>
          <p className="muted small">{t(`deskParcels.listText.${list}`)}</p>
          <Filter list={list} typed={typed} product={filter.product} names={names} locale={locale} />
          <ParcelList
            key={`${list} ${filter.after}`}
            list={list}
            parcels={parcels}
            names={names}
            role={role}
          />
          <div className="actions">
            {filter.after !== undefined && (
              <ButtonLink href={pathOf({})} look="secondary">
                {t('deskParcels.first')}
              </ButtonLink>
            )}
            {next !== null && (
              <ButtonLink href={pathOf({ after: next })} look="secondary">
                {t('deskParcels.next')}
              </ButtonLink>
            )}
          </div>
        </div>
        {pick && pick.length > 0 && <PickList pick={pick} names={names} />}
      </div>
      {mayDo(role, 'parcels.change') && list === 'toSend' && <NumbersIn />}
    </>
  );
}

interface PickListProps {
  pick: readonly { productCode: string; quantity: number }[];
  /** The names of the products in the language of the page, by code. */
  names: Readonly<Record<string, string>>;
}

/** How many packs of each product all boxes of the list need. */
async function PickList({ pick, names }: PickListProps) {
  const t = await getI18n();
  const order = Object.keys(names);
  const sorted = pick.toSorted((a, b) => order.indexOf(a.productCode) - order.indexOf(b.productCode));
  const count = pick.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <section className={`card ${classes.pick}`}>
      <h2>{t('deskParcels.pick')}</h2>
      <dl>
        {sorted.map(({ productCode, quantity }) => (
          <div key={productCode}>
            <dt>
              <span className={classes.colour} data-product={productCode} aria-hidden />
              {names[productCode] ?? productCode}
            </dt>
            <dd className="number">{quantity}</dd>
          </div>
        ))}
      </dl>
      <p className="strong">{t('deskParcels.pickCount', { count })}</p>
      <p className="muted small">{t('deskParcels.pickText')}</p>
    </section>
  );
}
