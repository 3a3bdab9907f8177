import type { Subscriber } from './journal';
import type { SimulatedWorld } from './world';

export const PRODUCTS = [
  'day-pads',
  'light-day-pads',
  'night-pads',
  'night-pads-xl',
  'panty-liners',
] as const;

/** The input of a command. */
export type Input = Record<string, unknown>;
export type Call = (world: SimulatedWorld, subscriber: Subscriber, input: Input) => Promise<unknown>;
