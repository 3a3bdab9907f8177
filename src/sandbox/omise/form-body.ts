type Tree = Record<string, unknown>;

const UNSAFE = new Set(['__proto__', 'constructor', 'prototype']);

function place(tree: Tree, path: string[], value: string): void {
  const [key, ...rest] = path;
  if (key === undefined || UNSAFE.has(key)) return;
  if (rest.length === 0) {
    tree[key] = value;
  } else if (rest.length === 1 && rest[0] === '') {
    const list: unknown = tree[key];
    tree[key] = Array.isArray(list) ? [...(list as unknown[]), value] : [value];
  } else {
    const inner: unknown = tree[key];
    const next = typeof inner === 'object' && inner !== null ? (inner as Tree) : {};
    tree[key] = next;
    place(next, rest, value);
  }
}

/** Parses a form such as `a=1&card[name]=Mali&list[]=x` into nested objects. All values are text. */
export function parseForm(text: string): Tree {
  const tree: Tree = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split('[').map((part, i) => (i === 0 ? part : part.replace(/\]$/, '')));
    place(tree, path, value);
  }
  return tree;
}

/**
 * Parses a body as a form or as JSON. The content type and the first character decide. Returns null if it is
 * invalid.
 */
export function parseBody(text: string, contentType: string | null): Tree | null {
  if (text.trim() === '') return {};
  if (contentType?.includes('x-www-form-urlencoded') && !text.startsWith('{')) return parseForm(text);
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Tree) : null;
  } catch {
    return null;
  }
}
