import { test } from '@playwright/test';

/** Address and data folder of a product under test. */
export interface Product {
  webPort: string;
  sandboxPort: string;
  dataDir: string;
}

/**
 * Returns the two products of a test run: one with a fixed clock, and one whose clock is moved. The configuration selects
 * the ports; every worker process inherits them.
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

/** Time limit for a product's start; a slow machine builds it first. */
export const START_LIMIT_MS = 15 * 60_000;

/** Password of the demo accounts of every product under test. */
export const DEMO_PASSWORD = 'demo-password-1';

/** Returns the product of the running test. */
export const productUnderTest = (): Product =>
  test.info().project.name === 'clock' ? products().moving : products().standing;
