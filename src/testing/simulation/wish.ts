import type { Person } from './journal';
import type { SimulatedWorld } from './world';

export const PRODUCTS = [
  'day-pads',
  'light-day-pads',
  'night-pads',
  'night-pads-xl',
  'panty-liners',
] as const;

/** What a command is asked with, and how it is asked. */
export type Wish = Record<string, unknown>;
export type Act = (world: SimulatedWorld, person: Person, wish: Wish) => Promise<unknown>;
