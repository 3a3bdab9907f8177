const GAPS = 4;
/** Widths of a plot in pixels from which the style sheet shows more labels. */
const WIDTHS = { narrow: 224, medium: 360, wide: 560 };
const LETTER = 5.9;
const SPACE = 4;

/** Returns the values of the axis: whole numbers from 0 to the largest value or above, in equal round steps. */
export function ticksUpTo(most: number): number[] {
  const rough = Math.max(1, most / GAPS);
  const power = 10 ** Math.floor(Math.log10(rough));
  const steps = [1, 2, 2.5, 5, 10].map((one) => one * power).filter(Number.isInteger);
  const step = steps.find((one) => one >= rough) ?? 10 * power;
  const count = Math.max(1, Math.ceil(most / step));
  return Array.from({ length: count + 1 }, (_, at) => at * step);
}

/** Returns for each width of the plot which labels fit, counted from the last: each, each second, and so on. */
export function labelSteps(labels: readonly string[]): Record<keyof typeof WIDTHS, number> {
  // Thai vowels and tones above and below take no width.
  const lengths = labels.map((label) => label.replace(/\p{M}/gu, '').length).reverse();
  const stepAt = (width: number) => {
    for (let step = 1; step < labels.length; step += 1) {
      const shown = lengths.filter((_, at) => at % step === 0);
      const widest = Math.max(0, ...shown.slice(1).map((length, at) => (length + (shown[at] ?? 0)) / 2));
      if (widest * LETTER + SPACE <= (step * width) / labels.length) return step;
    }
    return Math.max(1, labels.length);
  };
  return { narrow: stepAt(WIDTHS.narrow), medium: stepAt(WIDTHS.medium), wide: stepAt(WIDTHS.wide) };
}
