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
  months: string | null;
  every: string | null;
}

const one = (value: string | string[] | undefined): string | null =>
  typeof value === 'string' ? value : null;

/** Returns the sheet that the address names; null without one. */
export function readSheet({ do: name, box, offer, months, every }: SheetQuery): Sheet | null {
  const sheet = SHEETS.find((known) => known === name);
  if (!sheet) return null;
  return { name: sheet, box: one(box), offer: one(offer), months: one(months), every: one(every) };
}
