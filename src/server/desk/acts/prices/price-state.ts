import { and, asc, desc, gt, isNull } from 'drizzle-orm';
import { subscriptionPrice } from '@/domain/price';
import { DELIVERY_RATES, priceStateKey, type PriceChange, type PriceState } from '@/domain/price-change';
import { PRODUCT_CODES } from '@/domain/product';
import type { Catalogue } from '../../../shop/catalogue/queries';
import type { Db, Tx } from '../../../db';
import { deliveryRates, priceChanges, productPrices } from '../../../db/schema';

/** The latest prices, of which some can take effect later. `key`: equal for equal prices. */
export interface LatestPrices extends PriceState {
  key: string;
}

/** Returns the latest version of each price and each delivery fee, planned ones included. */
export async function loadLatestPrices(db: Db | Tx): Promise<LatestPrices> {
  const prices = await db
    .selectDistinctOn([productPrices.productCode])
    .from(productPrices)
    .orderBy(asc(productPrices.productCode), desc(productPrices.version));
  const rates = await db
    .selectDistinctOn([deliveryRates.zone])
    .from(deliveryRates)
    .orderBy(asc(deliveryRates.zone), desc(deliveryRates.version));
  const state: PriceState = {
    products: PRODUCT_CODES.flatMap((code) =>
      prices
        .filter(({ productCode }) => productCode === code)
        .map(({ version, listPrice, validFrom }) => ({
          code,
          version,
          listPrice,
          since: validFrom.toISOString(),
        })),
    ),
    fees: DELIVERY_RATES.flatMap((zone) =>
      rates
        .filter((rate) => rate.zone === zone)
        .map(({ version, fee, validFrom }) => ({
          zone,
          version,
          fee,
          since: validFrom.toISOString(),
        })),
    ),
  };
  return { ...state, key: priceStateKey(state) };
}

/** A saved price change whose first day is ahead. */
export interface PlannedChange {
  id: string;
  validFrom: Date;
  change: PriceChange;
}

/** Returns the saved price changes whose first day is ahead, in their order. */
export async function listPlanned(db: Db | Tx, now: Date): Promise<PlannedChange[]> {
  const rows = await db
    .select()
    .from(priceChanges)
    .where(and(gt(priceChanges.validFrom, now), isNull(priceChanges.withdrawnAt)))
    .orderBy(asc(priceChanges.validFrom));
  return rows.flatMap(({ id, validFrom, change }) => (validFrom ? [{ id, validFrom, change }] : []));
}

/** Returns the catalogue as it will be with a change. Its price versions are those that saving the change gives. */
export function withChange(catalogue: Catalogue, { products, fees }: PriceChange): Catalogue {
  const price = new Map(products.map(({ code, listPrice }) => [code, listPrice]));
  const fee = new Map<string, number>(fees.map((rate) => [rate.zone, rate.fee]));
  const { tariff } = catalogue;
  return {
    ...catalogue,
    products: catalogue.products.map((product) => {
      const listPrice = price.get(product.code);
      if (listPrice === undefined) return product;
      const priceVersion = product.priceVersion + 1;
      return { ...product, listPrice, priceVersion, price: subscriptionPrice(listPrice) };
    }),
    tariff: {
      ...tariff,
      rates: tariff.rates.map((rate) => ({ ...rate, fee: fee.get(rate.zone) ?? rate.fee })),
      remoteSurcharge: fee.get('remote_surcharge') ?? tariff.remoteSurcharge,
    },
  };
}
