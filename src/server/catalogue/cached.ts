import type { Ctx } from '../context';
import { monotonicMs } from '../clock';
import { loadCatalogue, type Catalogue } from './queries';

const FRESH_MS = 10_000;

let held: { catalogue: Promise<Catalogue>; at: number; url: unknown } | undefined;

/** The catalogue for showing prices, at most ten seconds old. What is charged is priced from `loadCatalogue`. */
export function catalogueToShow({ db, now }: Ctx): Promise<Catalogue> {
  const at = monotonicMs();
  if (!held || held.url !== db.$client || at - held.at > FRESH_MS) {
    const catalogue = loadCatalogue(db, now);
    held = { catalogue, at, url: db.$client };
    catalogue.catch(() => (held = undefined));
  }
  return held.catalogue;
}
