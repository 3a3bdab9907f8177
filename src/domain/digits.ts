const codeOf = (digit: string) => digit.charCodeAt(0);

/** Replaces Thai and full-width digits by 0–9. Apart from text.ts, because forms load it before a field is typed in. */
export function normaliseDigits(text: string): string {
  return text
    .replace(/[๐-๙]/g, (digit) => String(codeOf(digit) - codeOf('๐')))
    .replace(/[０-９]/g, (digit) => String(codeOf(digit) - codeOf('０')));
}
