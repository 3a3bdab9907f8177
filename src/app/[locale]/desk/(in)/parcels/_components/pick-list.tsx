import { getI18n } from '@/locales/server';
import classes from './parcels.module.css';

interface PickListProps {
  pick: readonly { productCode: string; quantity: number }[];
  /** The names of the products in the language of the page, by code. */
  names: Readonly<Record<string, string>>;
}

/** How many packs of each product all boxes of the list need. */
export async function PickList({ pick, names }: PickListProps) {
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
