import { packsToTake, type ParcelPaper } from '@/domain/parcel-papers';
import type { Locale } from '@/domain/locale';
import { orderNumberText } from '@/domain/order';
import { drawPapers } from '@/documents/parcel-papers';
import { sellerNow } from '@/settings/settings';
import type { OperatorCtx } from '../acts/operator';
import { transaction } from '../../db';
import { loadCatalogue } from '../../shop/catalogue/queries';
import { loadParcels } from './parcels';

/**
 * Returns the labels or packing slips of parcels as a PDF in base64, in the language of the page. A parcel without an
 * address, and one whose order is refunded, has none.
 */
export async function readPapers(
  ctx: OperatorCtx & { locale: Locale },
  { orderIds, kind }: { orderIds: readonly string[]; kind: ParcelPaper },
): Promise<{ pdf: string; count: number }> {
  const { db, now, locale } = ctx;
  const [parcels, { products }] = await Promise.all([
    transaction(db, (tx) => loadParcels(tx, orderIds)),
    loadCatalogue(db, now),
  ]);
  const seller = sellerNow();
  const sender = [seller.name, seller.address].filter((line) => line !== null);
  const nameOf = (code: string) => {
    const product = products.find((one) => one.code === code);
    return (locale === 'th' ? product?.nameTh : product?.nameEn) ?? code;
  };
  const papers = parcels.flatMap(({ to, isOwed, orderNumber, courier, items, isFirst }) => {
    if (!to || !isOwed) return [];
    const packs = packsToTake(
      items.map(({ sku, quantity }) => ({ productCode: sku, quantity })),
      (code) => products.find((product) => product.code === code)?.contents ?? [],
    );
    const lines = [...packs].map(([code, quantity]) => ({ name: nameOf(code), quantity }));
    return [{ orderNumber: orderNumberText(orderNumber), to, sender, courier, items: lines, isFirst }];
  });
  const pdf = papers.length === 0 ? '' : (await drawPapers(kind, papers, locale, now)).toString('base64');
  return { pdf, count: papers.length };
}
