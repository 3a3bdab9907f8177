/** Words of our own as SQL for `in`: `('a','b')`. Never for what somebody typed. */
export function sqlList(words: readonly string[]): string {
  return `(${words.map((word) => `'${word}'`).join(',')})`;
}
