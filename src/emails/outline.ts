import { Fragment, isValidElement, type ReactNode } from 'react';
import { Facts, Items, itemLines, type Fact } from './facts';
import { TapActions, type TapAction } from './one-tap';
import { Button, Highlight, Notice, OrderNumber, orderNumberLine, Paragraph, Subheading } from './parts';

/** One block of a message. */
export type Block =
  | { kind: 'paragraph'; text: string; small: boolean }
  | { kind: 'subheading'; text: string }
  | { kind: 'facts'; facts: NonNullable<Fact>[] }
  | { kind: 'highlight'; label: string; value: string; note: string | null }
  | { kind: 'notice'; title: string; text: string }
  | { kind: 'button'; href: string; label: string }
  | { kind: 'actions'; actions: readonly TapAction[] };

/** The content of a message, without its layout. */
export interface Outline {
  heading: string;
  blocks: Block[];
}

const reader = <P>(part: (props: P) => ReactNode, read: (props: P) => Block) => [part, read] as const;

/** The function that converts each e-mail component to its content, by component. */
const READERS = new Map<unknown, (props: never) => Block>([
  reader(Paragraph, ({ children, small = false }) => ({ kind: 'paragraph', text: children, small })),
  reader(OrderNumber, (props) => ({ kind: 'paragraph', text: orderNumberLine(props), small: true })),
  reader(Subheading, ({ children }) => ({ kind: 'subheading', text: children })),
  reader(Facts, ({ facts }) => ({ kind: 'facts', facts: facts.filter((fact) => fact !== null) })),
  reader(Items, (props) => ({ kind: 'facts', facts: itemLines(props) })),
  reader(Highlight, ({ label, value, note = null }) => ({ kind: 'highlight', label, value, note })),
  reader(Notice, ({ title, text }) => ({ kind: 'notice', title, text })),
  reader(TapActions, ({ actions }) => ({ kind: 'actions', actions })),
  reader(Button, ({ href, label }) => ({ kind: 'button', href, label })),
]);

/**
 * Returns the blocks of a message, extracted from the body of its e-mail. Other channels use them to send the same
 * sentences.
 * @throws Error if the body contains anything but the shared components
 */
export function blocksOf(node: ReactNode): Block[] {
  if (node === null || node === undefined || typeof node === 'boolean') return [];
  if (Array.isArray(node)) return node.flatMap(blocksOf);
  if (!isValidElement<{ children?: ReactNode; inLine?: unknown }>(node))
    throw new Error('a message with bare text');
  const { type, props } = node;
  if (props.inLine === null) return [];
  if (type === Fragment) return blocksOf(props.children);
  const read = READERS.get(type);
  if (read) return withoutEmpty(read(props as never));
  // A component that groups other components.
  if (typeof type === 'function') return blocksOf((type as (props: object) => ReactNode)(props));
  throw new Error(`a message with a ${String(type)} of its own`);
}

/** The line with the number of an order is empty if the order is not known. */
const withoutEmpty = (block: Block): Block[] =>
  block.kind === 'paragraph' && block.text === '' ? [] : [block];
