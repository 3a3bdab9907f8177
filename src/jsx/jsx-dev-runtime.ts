import type { ElementType, Key } from 'react';
import * as react from 'react/jsx-dev-runtime';
import { withOwnText, type Props } from './own-text';

export { Fragment } from 'react/jsx-dev-runtime';
export type { JSX } from 'react';

type Source = Parameters<typeof react.jsxDEV>[4];

/** Creates an element in development, as `jsx` and `jsxs` of `jsx-runtime.ts` do. */
export function jsxDEV(
  type: ElementType,
  props: Props,
  key: Key | undefined,
  isStatic: boolean,
  source?: Source,
  self?: unknown,
) {
  const own = withOwnText(type, props);
  return react.jsxDEV(type, own, key, isStatic && Array.isArray(own.children), source, self);
}
