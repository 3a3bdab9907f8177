const CODES = 65_536;
const ROOT = 0;

/**
 * Returns a function that finds which of many words a text contains, in the time of reading the text (Aho and Corasick,
 * 1975). Every text contains the empty word.
 */
export function containedTexts(words: Iterable<string>): (text: string) => Set<string> {
  const { next, wordAt, nodes } = buildTree(words);
  const longestSuffix = [ROOT];
  /** The nearest node with a word among the suffixes of a node. */
  const shorterWord = [ROOT];
  const step = (from: number, code: number) => {
    let node = from;
    while (node !== ROOT && !next.has(node * CODES + code)) node = longestSuffix[node] ?? ROOT;
    return next.get(node * CODES + code) ?? ROOT;
  };
  // Shorter texts come first, so that the suffixes of a node are known before it.
  for (const { node, parent, code } of nodes) {
    const suffix = parent === ROOT ? ROOT : step(longestSuffix[parent] ?? ROOT, code);
    longestSuffix[node] = suffix;
    shorterWord[node] = wordAt.has(suffix) ? suffix : (shorterWord[suffix] ?? ROOT);
  }
  return (text) => {
    const found = new Set<string>();
    const empty = wordAt.get(ROOT);
    if (empty !== undefined) found.add(empty);
    let node = ROOT;
    for (let at = 0; at < text.length; at++) {
      node = step(node, text.charCodeAt(at));
      for (let end = node; end !== ROOT; end = shorterWord[end] ?? ROOT) {
        const word = wordAt.get(end);
        if (word !== undefined) found.add(word);
      }
    }
    return found;
  };
}

/** Returns the tree of the words' beginnings. `nodes` has those with fewer letters first. */
function buildTree(words: Iterable<string>) {
  const next = new Map<number, number>();
  const wordAt = new Map<number, string>();
  const levels: { node: number; parent: number; code: number }[][] = [];
  let size = 1;
  for (const word of words) {
    let parent = ROOT;
    for (let at = 0; at < word.length; at++) {
      const code = word.charCodeAt(at);
      const known = next.get(parent * CODES + code);
      const node = known ?? size++;
      if (known === undefined) {
        next.set(parent * CODES + code, node);
        (levels[at] ??= []).push({ node, parent, code });
      }
      parent = node;
    }
    wordAt.set(parent, word);
  }
  return { next, wordAt, nodes: levels.flat() };
}
