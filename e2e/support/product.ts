import { test } from '@playwright/test';

/** Ports and data folder of a product under test. */
export interface Product {
  webPort: string;
  sandboxPort: string;
  dataDir: string;
}

/**
 * Returns the two products of a test run. Tests move the clock of `moving`, but not the clock of `standing`.
 * All worker processes use the ports that the configuration chooses.
 */
export function products(): Record<'standing' | 'moving', Product> {
  const { E2E_PORT, E2E_SANDBOX_PORT, E2E_CLOCK_PORT, E2E_CLOCK_SANDBOX_PORT } = process.env;
  return {
    standing: {
      webPort: E2E_PORT ?? '',
      sandboxPort: E2E_SANDBOX_PORT ?? '',
      dataDir: '.cache/e2e-data',
    },
    moving: {
      webPort: E2E_CLOCK_PORT ?? '',
      sandboxPort: E2E_CLOCK_SANDBOX_PORT ?? '',
      dataDir: '.cache/e2e-clock-data',
    },
  };
}

/** The longest time in ms for starting a product. A slow machine builds it first. */
export const START_LIMIT_MS = 15 * 60_000;

/** The password of the demo accounts in all products under test. */
export const DEMO_PASSWORD = 'demo-password-1';

/** Returns the product that the running test uses. */
export const productUnderTest = (): Product =>
  test.info().project.name === 'clock' ? products().moving : products().standing;
