import { test } from '@playwright/test';

/** Where one of the products under test answers, and where it keeps its data. */
export interface Product {
  webPort: string;
  sandboxPort: string;
  dataDir: string;
}

/**
 * The two products of a test run: one whose time stands, and one whose time is moved. The configuration chooses the
 * ports; every worker process inherits them.
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

/** How long a product may take to come up; a slow machine builds it first. */
export const START_LIMIT_MS = 15 * 60_000;

/** Of the demo accounts of every product under test. */
export const DEMO_PASSWORD = 'demo-password-1';

/** The product that the test which is running talks to. */
export const productUnderTest = (): Product =>
  test.info().project.name === 'clock' ? products().moving : products().standing;
