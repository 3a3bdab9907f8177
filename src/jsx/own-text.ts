import { Fragment, type ElementType, type Key, type ReactNode } from 'react';
import { jsx } from 'react/jsx-runtime';

export interface Props {
  children?: ReactNode;
  [name: string]: unknown;
}

const isText = (child: unknown): child is string | number =>
  (typeof child === 'string' && child !== '') || typeof child === 'number';

/** Whether React renders nothing for the child. */
const isNothing = (child: unknown) =>
  child === null || child === undefined || child === '' || typeof child === 'boolean';

/** Returns a text in an element. Spaces alone take no part in the layout, as without the element. */
const elementOf = (text: string, key: Key) =>
  jsx('span', { className: text.trim() === '' ? 'space' : undefined, children: text }, key);

/** Returns the children with each run of texts joined at the place of its first text. */
function joined(children: readonly ReactNode[]): ReactNode[] {
  let run: number | null = null;
  const parts: ReactNode[] = [];
  for (const [at, child] of children.entries()) {
    if (!isText(child)) {
      parts.push(child);
      if (!isNothing(child)) run = null;
    } else if (run === null) {
      parts.push(String(child));
      run = at;
    } else {
      parts[run] = `${parts[run] as string}${child}`;
      parts.push(null);
    }
  }
  return parts;
}

/** Returns the children with each run of texts in an element of its own. Returns a text if there is only text. */
function separated(children: readonly ReactNode[]): ReactNode {
  const parts = joined(children);
  const shown = parts.filter((part) => !isNothing(part));
  if (shown.length === 1 && isText(shown[0])) return shown[0];
  return parts.map((part, at) => {
    if (isText(part)) return elementOf(String(part), `text-${at}`);
    return Array.isArray(part) ? inside(part) : part;
  });
}

/** Returns a list inside the children, in which each text has an element of its own. */
function inside(list: readonly ReactNode[]): ReactNode {
  const parts = separated(list);
  return isText(parts) ? elementOf(String(parts), 'text') : parts;
}

/**
 * Returns the properties of an element in which no text stands beside other children. A browser's translation
 * replaces text nodes. React can then neither change nor remove them, but it can still change the text of an
 * element that has only text.
 */
export function withOwnText(type: ElementType, props: Props): Props {
  const { children } = props;
  if (Array.isArray(children)) {
    const isList = type === Fragment;
    return { ...props, children: isList ? inside(children) : separated(children) };
  }
  // The text of a fragment stands beside what stands beside the fragment.
  if (type === Fragment && isText(children))
    return { ...props, children: elementOf(String(children), 'text') };
  return props;
}
