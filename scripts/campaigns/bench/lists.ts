/** A function that returns the next element of a list at each call. After the last element follows the first. */
export type Turns<T> = () => T;

/**
 * Creates a function that returns the elements of a list one by one, again and again.
 * @param list at least one element
 */
export function cycle<T>(list: readonly T[]): Turns<T> {
  let at = 0;
  return () => {
    const found = list[at % list.length] as T;
    at += 1;
    return found;
  };
}

/** Merges lists: first the first element of each list, then the second element of each list, and so on. */
export function mergeLists<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list.slice(at, at + 1))).flat();
}

/** Splits a list into `hands` lists of similar length. */
export function splitList<T>(list: readonly T[], hands: number): T[][] {
  return Array.from({ length: hands }, (_, hand) => list.filter((_one, at) => at % hands === hand));
}
