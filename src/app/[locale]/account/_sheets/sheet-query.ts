import { PAUSE_MAX_MONTHS } from '@/domain/pause';
import { SHEETS, type SheetName } from '@/locales/sheet-path';

/** The query of an account page: `do` names the sheet, `box` the order that it is about. */
export interface SheetQuery {
  do?: string | string[];
  box?: string | string[];
  /** An offer beside a cancellation: the group of its reason, and the pause in months or the frequency. */
  offer?: string | string[];
  months?: string | string[];
  every?: string | string[];
}

export interface Sheet {
  name: SheetName;
  box: string | null;
  offer: string | null;
  /** The months of an offered pause; null for a number that no pause can have. */
  months: number | null;
  every: string | null;
}

const one = (value: string | string[] | undefined): string | null =>
  typeof value === 'string' ? value : null;

const MONTHS = Array.from({ length: PAUSE_MAX_MONTHS }, (_, at) => at + 1);

/** Returns the sheet that the address names; null without one. */
export function readSheet({ do: name, box, offer, months, every }: SheetQuery): Sheet | null {
  const sheet = SHEETS.find((known) => known === name);
  if (!sheet) return null;
  const pause = MONTHS.find((count) => String(count) === months) ?? null;
  return { name: sheet, box: one(box), offer: one(offer), months: pause, every: one(every) };
}
