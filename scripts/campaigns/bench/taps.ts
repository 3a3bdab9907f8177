import { chromium, type Browser, type Locator, type Page } from '@playwright/test';
import { translate } from '@/locales/translate';
import { ensureBrowser } from '../../start/browser.mjs';
import type { Report } from './report';
import { ratiosOf, spreadOf } from './rounds';
import type { Size, Stage } from './stage';
import { targetText, verdictOf } from './verdict';

/** How much slower than this machine the phone of the measurement is. */
const SLOWDOWN = 4;
/** The longest time in ms from a tap until the screen shows its effect, on the slow phone. */
const TARGET = { atMost: 100 };
/** The time in ms in which the browser reports a tap and its layout shifts. */
const REPORT_MS = 400;

const EMPTY = 'tap on an empty page';

type Control = (page: Page, round: number) => Locator;

/** The taps of the first step of the registration. */
const TAPS: Record<string, Control> = {
  'choose a plan': (page, round) =>
    page
      .getByRole('group', { name: translate('en', 'box.plans') })
      .getByRole('button')
      .nth(round % 3),
  'add a pack': (page) =>
    page.getByRole('button', { name: translate('en', 'box.add', { product: 'Day pads' }), exact: true }),
  'choose a payment day': (page, round) =>
    page
      .getByRole('group', { name: translate('en', 'register.plan.paymentDay') })
      .getByText(String(1 + (round % 28)), { exact: true }),
};

interface Tapped {
  ms: number;
  shift: number;
}

/**
 * Taps the controls of the registration on a phone that is four times slower than this machine. Reports the
 * browser's event timing, its ratio to a tap on an empty page in the same round, and the layout shift.
 */
export async function taps(stage: Stage, { rounds }: Size): Promise<Report[]> {
  const { port } = await stage.web(await stage.database('taps'));
  const browser = await chromium.launch({
    executablePath: await ensureBrowser({ signal: stage.signal }),
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-background-networking'],
  });
  try {
    const empty = await slowPhone(browser);
    await empty.setContent('<button onclick="this.textContent += 1">0</button>');
    const page = await slowPhone(browser);
    await page.goto(`http://127.0.0.1:${port}/register`, { waitUntil: 'networkidle' });
    const found: Record<string, Tapped[]> = {};
    for (let round = 0; round < rounds; round += 1) {
      stage.signal.throwIfAborted();
      (found[EMPTY] ??= []).push(await tapped(empty, empty.getByRole('button')));
      for (const [name, control] of Object.entries(TAPS))
        (found[name] ??= []).push(await tapped(page, control(page, round)));
    }
    return [reportOf(found, rounds)];
  } finally {
    await browser.close();
  }
}

async function slowPhone(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    isMobile: true,
    hasTouch: true,
  });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  return page;
}

/** Taps a control. Returns the longest event of the tap and the sum of the layout shifts after it. */
async function tapped(page: Page, control: Locator): Promise<Tapped> {
  await control.scrollIntoViewIfNeeded();
  await page.evaluate(() => {
    const seen = { ms: 0, shift: 0 };
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.ms = Math.max(seen.ms, duration);
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        seen.shift += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: 'layout-shift' });
    Object.assign(window, { seen });
  });
  await control.tap();
  await page.waitForTimeout(REPORT_MS);
  return page.evaluate(() => (window as unknown as { seen: Tapped }).seen);
}

function reportOf(found: Record<string, Tapped[]>, rounds: number): Report {
  const msOf = (name: string) => (found[name] ?? []).map(({ ms }) => ms);
  const rows = Object.entries(found).map(([name, all]) => {
    const ms = spreadOf(msOf(name));
    return {
      tap: name,
      ms,
      'times an empty page': ratiosOf(msOf(name), msOf(EMPTY)),
      'layout shift': Math.max(...all.map(({ shift }) => shift)),
      target: name === EMPTY ? '' : targetText(TARGET),
      verdict: name === EMPTY ? '' : verdictOf(ms.median, TARGET),
    };
  });
  return { title: `taps: CPU ${SLOWDOWN} times slower, event timing, ${rounds} rounds`, rows, notes: [] };
}
