import { Children, isValidElement, type ReactElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

/** Renders what stands in an element, as a page does. */
const html = (node: ReactNode) => renderToStaticMarkup(node);

const isBusy: boolean = true;
const none: string | null = null;

function Labelled({ children }: { children: ReactNode }) {
  return (
    <button>
      {isBusy && <i />}
      {children}
    </button>
  );
}

test('gives a text beside an element an element of its own', () => {
  expect(
    html(
      <p>
        Every {3} months <b>today</b>
        {none ?? 'or later'}
      </p>,
    ),
  ).toBe('<p><span>Every 3 months </span><b>today</b><span>or later</span></p>');
  expect(html(<Labelled>Skip</Labelled>)).toBe('<button><i></i><span>Skip</span></button>');
});

test('leaves the only text of an element as it is, also if it has several parts', () => {
  expect(html(<p>Today</p>)).toBe('<p>Today</p>');
  expect(
    html(
      <option>
        {'Bangkok'} ({10_110}){none}
      </option>,
    ),
  ).toBe('<option>Bangkok (10110)</option>');
});

test('gives each text of a list and of a fragment an element of its own', () => {
  const sentence = ['From ', <b key="amount">฿10</b>, ' a month'];
  expect(html(<p>{sentence}</p>)).toBe('<p><span>From </span><b>฿10</b><span> a month</span></p>');
  expect(
    html(
      <p>
        <i />
        <>Today</>
        {['a', 'b']}
      </p>,
    ),
  ).toBe('<p><i></i><span>Today</span><span>ab</span></p>');
});

test('keeps spaces between elements out of the layout', () => {
  expect(
    html(
      <p>
        <b>1</b> <s>2</s>
      </p>,
    ),
  ).toBe('<p><b>1</b><span class="space"> </span><s>2</s></p>');
});

test('keeps the element of a text when a condition before it changes', () => {
  const keyOf = (isShown: boolean) => {
    const { children } = (
      <p>
        {isShown && <i />}
        Today
      </p>
    ).props as { children: ReactNode };
    const text = Children.toArray(children).find(
      (child) => isValidElement(child) && child.type === 'span',
    ) as ReactElement;
    return text.key;
  };
  expect(keyOf(true)).toBe('.$text-1');
});
