/** Returns constants as an SQL list for `in`, such as `('a','b')`. Does not escape: never pass user input. */
export function sqlList(words: readonly string[]): string {
  return `(${words.map((word) => `'${word}'`).join(',')})`;
}
