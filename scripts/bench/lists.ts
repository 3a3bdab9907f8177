/** A function that returns the next element of a list at each call, endlessly. */
export type Turns<T> = () => T;

/**
 * Returns a function that returns the next element at each call, endlessly. @param list at least one element
 */
export function cycle<T>(list: readonly T[]): Turns<T> {
  let at = 0;
  return () => {
    const found = list[at % list.length] as T;
    at += 1;
    return found;
  };
}

/** Interleaves lists: the first of each, then the second of each, until all are empty. */
export function mergeLists<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list.slice(at, at + 1))).flat();
}

/** Distributes a list over a number of lists. */
export function splitList<T>(list: readonly T[], hands: number): T[][] {
  return Array.from({ length: hands }, (_, hand) => list.filter((_one, at) => at % hands === hand));
}
