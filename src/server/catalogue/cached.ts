import type { Ctx } from '../platform/context';
import { monotonicMs } from '../platform/clock';
import { loadCatalogue, type Catalogue } from './queries';

const FRESH_MS = 10_000;

let held: { catalogue: Promise<Catalogue>; at: number; now: Date; client: unknown } | undefined;

/**
 * Returns the catalogue for display, at most ten seconds old by the system clock and by the product clock, which can be
 * moved. Charges use `loadCatalogue`.
 */
export function catalogueToShow({ db, now }: Ctx): Promise<Catalogue> {
  const at = monotonicMs();
  const isFresh =
    held?.client === db.$client &&
    at - held.at <= FRESH_MS &&
    Math.abs(now.getTime() - held.now.getTime()) <= FRESH_MS;
  if (held && isFresh) return held.catalogue;
  const catalogue = loadCatalogue(db, now);
  held = { catalogue, at, now, client: db.$client };
  catalogue.catch(() => (held = undefined));
  return catalogue;
}
