import type { Locator } from '@playwright/test';

/** Counts the clicks or taps of a job. Choosing in a select is one. */
export class Clicks {
  count = 0;

  async on(control: Locator): Promise<void> {
    this.count += 1;
    await control.click();
  }

  /** A radio button whose label is tapped. */
  async check(radio: Locator): Promise<void> {
    this.count += 1;
    await radio.check({ force: true });
  }

  async choose(select: Locator, value: string): Promise<void> {
    this.count += 1;
    await select.selectOption(value);
  }
}
