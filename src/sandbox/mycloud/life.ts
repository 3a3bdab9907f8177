/** One word of a parcel's life and the moment it becomes true, in milliseconds. */
export interface Step {
  word: string;
  at: number;
}

const HOUR_MS = 3_600_000;

/** From one word to the next, in hours, as far as it is the same for all; two to four days more until it arrives. */
const HOURS: [word: string, after: number][] = [
  ['APPROVED', 0],
  ['PICKING', 2],
  ['PROCESSING', 3],
  ['PACKED', 5],
  ['SHIPPED', 20],
];
const ON_THE_WAY_HOURS = [48, 96] as const;

/** A whole life from `at` on; `number` decides how long the courier takes. */
export function lifeFrom(at: number, number: number): Step[] {
  const steps: Step[] = [];
  let when = at;
  for (const [word, after] of HOURS) steps.push({ word, at: (when += after * HOUR_MS) });
  const [least, most] = ON_THE_WAY_HOURS;
  const hours = least + ((number * 7919) % (most - least + 1));
  return [...steps, { word: 'DELIVERED', at: when + hours * HOUR_MS }];
}

/** The same life with `word` true from `at` on: what comes before has happened by then, what follows keeps its distance. */
export function lifeWith(steps: Step[], word: string, at: number): Step[] | null {
  const target = steps.findIndex((step) => step.word === word);
  const planned = steps[target]?.at;
  if (planned === undefined) return null;
  return steps.map((step, n) => ({
    ...step,
    at: n < target ? Math.min(step.at, at) : step.at + (at - planned),
  }));
}

/** How many steps have been made at a moment; at least one. */
export function stepsMade(steps: Step[], now: number): number {
  return Math.max(1, steps.filter((step) => step.at <= now).length);
}

const S10_WEIGHTS = [8, 6, 4, 2, 3, 5, 9, 7];
const S10_ENDS: Record<number, number> = { 10: 0, 11: 5 };

/** An EMS number of the post's S10 form, check digit included. */
export function emsNumber(number: number): string {
  const serial = String(10_000_000 + ((number * 7_654_321) % 90_000_000));
  const sum = S10_WEIGHTS.reduce((total, weight, n) => total + weight * Number(serial[n]), 0);
  const rest = 11 - (sum % 11);
  return `EX${serial}${S10_ENDS[rest] ?? rest}TH`;
}

/** A number of Flash's form. */
export function flashNumber(number: number): string {
  return `TH${String(1_400_000_000 + ((number * 7_654_321) % 100_000_000))}A1`;
}
