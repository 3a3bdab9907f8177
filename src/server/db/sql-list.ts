/** Returns constants as SQL for `in`: `('a','b')`. Never for user input. */
export function sqlList(words: readonly string[]): string {
  return `(${words.map((word) => `'${word}'`).join(',')})`;
}
