/** The expected calendar of a subscription. Computed from the specification and without the product's code. */
export interface Calendar {
  paymentDay: number;
  frequency: number;
  /** The next three orders, earliest first. `month` counts months from year 0. */
  slots: Slot[];
  /** The month of the fourth order, counted from year 0. */
  next: number;
  /** Months of skipped orders that a change moved behind the next three orders. */
  skippedBeyond: Set<number>;
  lastPaid: string;
  /** The first day after the pause; null without a pause. */
  pausedUntil: string | null;
}

/** A planned order. `paused`: the pause skips the order, not the subscriber. */
interface Slot {
  month: number;
  skipped: boolean;
  paused: boolean;
  /** The date to which the subscriber moved the order; null on its planned date. */
  movedTo: string | null;
}

const MONTHS = 12;

/** Returns the payment date in a month, or the last day of a shorter month, as YYYY-MM-DD. */
function dateIn(month: number, paymentDay: number): string {
  const year = Math.floor(month / MONTHS);
  const lastDay = new Date(Date.UTC(year, (month % MONTHS) + 1, 0)).getUTCDate();
  const day = Math.min(paymentDay, lastDay);
  return new Date(Date.UTC(year, month % MONTHS, day)).toISOString().slice(0, 10);
}

const daysApart = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000;

/** Returns the calendar of a subscriber who paid on `paid` and whose next payment date is `following`. */
export function startCalendar(start: {
  paid: string;
  following: string;
  paymentDay: number;
  frequency: number;
}): Calendar {
  const [year = 0, month = 0] = start.following.split('-').map(Number);
  const { paymentDay, frequency, paid } = start;
  const next = year * MONTHS + month - 1;
  const empty = { slots: [], skippedBeyond: new Set<number>(), pausedUntil: null };
  return refill({ ...empty, paymentDay, frequency, next, lastPaid: paid });
}

/** Adds slots until there are three. @param known slots that keep their state if their month is added */
function refill(calendar: Calendar, known: readonly Slot[] = []): Calendar {
  const slots = [...calendar.slots];
  const skippedBeyond = new Set(calendar.skippedBeyond);
  let { next } = calendar;
  while (slots.length < 3) {
    const month = next;
    const isSkipped = skippedBeyond.delete(month);
    const paused = !isSkipped && isInPause(calendar, dateIn(month, calendar.paymentDay));
    const fresh = { month, skipped: isSkipped || paused, paused, movedTo: null };
    slots.push(known.find((slot) => slot.month === month) ?? fresh);
    next += calendar.frequency;
  }
  return { ...calendar, slots, next, skippedBeyond };
}

const dateOf = ({ paymentDay }: Pick<Calendar, 'paymentDay'>, { month, movedTo }: Slot) =>
  movedTo ?? dateIn(month, paymentDay);

const isInPause = ({ pausedUntil }: Calendar, date: string) => pausedUntil !== null && date < pausedUntil;

/** Returns the next three payment dates, and whether each date is skipped. */
export function datesOf(calendar: Calendar): { date: string; skipped: boolean }[] {
  return calendar.slots.map((slot) => ({ date: dateOf(calendar, slot), skipped: slot.skipped }));
}

/** Returns the calendar on a later day. Orders that are not skipped count as paid on their payment dates. */
export function liveTo(calendar: Calendar, day: string): Calendar {
  const [first, ...rest] = calendar.slots;
  if (!first || dateOf(calendar, first) > day) return calendar;
  const lastPaid = first.skipped ? calendar.lastPaid : dateOf(calendar, first);
  return liveTo(refill({ ...calendar, slots: rest, lastPaid }), day);
}

/** Skips or restores the order at index `at`. Changes nothing if its payment date is less than two days away. */
export function skipSlot(calendar: Calendar, at: number, skipped: boolean, today: string): Calendar {
  const slot = calendar.slots[at];
  if (!slot || daysApart(today, dateOf(calendar, slot)) < 2) return calendar;
  return {
    ...calendar,
    slots: calendar.slots.map((each, i) => (i === at ? { ...each, skipped, paused: false } : each)),
  };
}

/** Changes the frequency of the orders after index `at`. The orders up to this index keep their months. */
export function setFrequency(calendar: Calendar, frequency: number, at: number): Calendar {
  const staying = calendar.slots.slice(0, at + 1);
  const from = staying.at(-1)?.month ?? 0;
  const skipped = new Set(calendar.skippedBeyond);
  const later = calendar.slots.slice(at + 1);
  for (const slot of later) if (slot.skipped && !slot.paused) skipped.add(slot.month);
  for (const month of skipped) if ((month - from) % frequency !== 0) skipped.delete(month);
  const changed = { ...calendar, frequency, slots: staying, next: from + frequency, skippedBeyond: skipped };
  return refill(
    changed,
    later.map((slot) => replanned(changed, slot)),
  );
}

/** Returns a slot on its planned date. A pause skips a moved order if its planned date is before its end. */
function replanned(calendar: Calendar, slot: Slot): Slot {
  if (slot.movedTo === null) return slot;
  const isSkipped = slot.skipped && !slot.paused;
  const paused = !isSkipped && isInPause(calendar, dateIn(slot.month, calendar.paymentDay));
  return { ...slot, skipped: isSkipped || paused, paused, movedTo: null };
}

/** Moves the order at index `at` by a number of days. @returns null if the rules refuse the move */
export function moveSlot(calendar: Calendar, at: number, days: number, today: string): Calendar | null {
  const [before, slot, after] = [at - 1, at, at + 1].map((index) => calendar.slots[index]);
  if (!slot || slot.skipped || daysApart(today, dateOf(calendar, slot)) < 2) return null;
  const planned = dateIn(slot.month, calendar.paymentDay);
  const date = new Date(Date.parse(dateOf(calendar, slot)) + days * 86_400_000).toISOString().slice(0, 10);
  const isBetween =
    (!before || date > dateOf(calendar, before)) && (!after || date < dateOf(calendar, after));
  if (date <= today || !isBetween || Math.abs(daysApart(planned, date)) > 20) return null;
  const movedTo = date === planned ? null : date;
  return { ...calendar, slots: calendar.slots.map((each, i) => (i === at ? { ...slot, movedTo } : each)) };
}

/** Pauses until a day, or ends the pause (null). Orders less than two days away keep their state. */
export function setPause(calendar: Calendar, pausedUntil: string | null, today: string): Calendar {
  const slots = calendar.slots.map((slot) => {
    const date = dateOf(calendar, slot);
    const isCovered = pausedUntil !== null && date < pausedUntil;
    const isLate = daysApart(today, date) < 2;
    if (!slot.skipped) return isCovered && !isLate ? { ...slot, skipped: true, paused: true } : slot;
    return slot.paused && !isCovered ? { ...slot, skipped: isLate, paused: false } : slot;
  });
  return { ...calendar, pausedUntil, slots };
}

/** Changes the payment day. Moves all orders by a month if the next date is past or too close to the last payment. */
export function setPaymentDay(calendar: Calendar, paymentDay: number, today: string): Calendar {
  const first = calendar.slots.find((slot) => !slot.skipped)?.month ?? calendar.next;
  const inOwnMonth = dateIn(first, paymentDay);
  const isTooSoon = inOwnMonth <= today || daysApart(calendar.lastPaid, inOwnMonth) <= 20;
  const shift = isTooSoon ? (dateIn(first + 1, paymentDay) > today ? 1 : 2) : 0;
  const moved = (month: number) => (month >= first ? month + shift : month);
  const slots = calendar.slots
    .map((slot) => {
      const month = moved(slot.month);
      const date = dateIn(month, paymentDay);
      if (date === dateOf(calendar, slot)) return { ...slot, month, movedTo: null };
      const isSkipped = slot.skipped && !slot.paused;
      const paused = !isSkipped && isInPause(calendar, date);
      return { month, skipped: isSkipped || paused, paused, movedTo: null };
    })
    .filter((slot) => dateIn(slot.month, paymentDay) > today);
  const skippedBeyond = new Set([...calendar.skippedBeyond].map(moved));
  return refill({ ...calendar, paymentDay, slots, next: moved(calendar.next), skippedBeyond });
}
