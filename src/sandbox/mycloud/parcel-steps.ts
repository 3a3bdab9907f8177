/** A status of a parcel, with the time in ms at which the status starts. */
export interface Step {
  word: string;
  at: number;
}

const HOUR_MS = 3_600_000;

/** Hours from the previous status to each status. Delivery takes two to four more days. */
const HOURS: [word: string, after: number][] = [
  ['APPROVED', 0],
  ['PICKING', 2],
  ['PROCESSING', 3],
  ['PACKED', 5],
  ['SHIPPED', 20],
];
const ON_THE_WAY_HOURS = [48, 96] as const;

/**
 * Plans all steps of a parcel.
 * @param at the time of the first step in ms
 * @param number decides how long the courier takes
 */
export function planSteps(at: number, number: number): Step[] {
  const steps: Step[] = [];
  let when = at;
  for (const [word, after] of HOURS) steps.push({ word, at: (when += after * HOUR_MS) });
  const [least, most] = ON_THE_WAY_HOURS;
  const hours = least + ((number * 7919) % (most - least + 1));
  return [...steps, { word: 'DELIVERED', at: when + hours * HOUR_MS }];
}

/**
 * Moves the step `word` to `at`. Later steps move by the same time, and earlier steps start no later than
 * `at`. Returns null for an unknown step.
 */
export function insertStep(steps: Step[], word: string, at: number): Step[] | null {
  const target = steps.findIndex((step) => step.word === word);
  const planned = steps[target]?.at;
  if (planned === undefined) return null;
  return steps.map((step, n) => ({
    ...step,
    at: n < target ? Math.min(step.at, at) : step.at + (at - planned),
  }));
}

/** Returns the number of steps that have started at `now`. The number is at least one. */
export function stepsMade(steps: Step[], now: number): number {
  return Math.max(1, steps.filter((step) => step.at <= now).length);
}

const S10_WEIGHTS = [8, 6, 4, 2, 3, 5, 9, 7];
const S10_ENDS: Record<number, number> = { 10: 0, 11: 5 };

/** Creates an EMS tracking number in the S10 format, with a check digit. */
export function emsNumber(number: number): string {
  const serial = String(10_000_000 + ((number * 7_654_321) % 90_000_000));
  const sum = S10_WEIGHTS.reduce((total, weight, n) => total + weight * Number(serial[n]), 0);
  const rest = 11 - (sum % 11);
  return `EX${serial}${S10_ENDS[rest] ?? rest}TH`;
}

/** Creates a tracking number in the format of Flash. */
export function flashNumber(number: number): string {
  return `TH${String(1_400_000_000 + ((number * 7_654_321) % 100_000_000))}A1`;
}
