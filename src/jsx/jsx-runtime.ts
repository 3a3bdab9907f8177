import type { ElementType, Key } from 'react';
import * as react from 'react/jsx-runtime';
import { withOwnText, type Props } from './own-text';

export { Fragment } from 'react/jsx-runtime';
export type { JSX } from 'react';

/** Creates an element, as React does, with each text in an element of its own. The compiler calls it for JSX. */
export function jsx(type: ElementType, props: Props, key?: Key) {
  return react.jsx(type, withOwnText(type, props), key);
}

/** Creates an element whose children are listed in the source. */
export function jsxs(type: ElementType, props: Props, key?: Key) {
  const own = withOwnText(type, props);
  return Array.isArray(own.children) ? react.jsxs(type, own, key) : react.jsx(type, own, key);
}
