import * as mantine from '@mantine/core';
import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { InMantine } from '../mantine-context';
import { Checkbox } from './checkbox';
import classes from './fields.module.css';
import { NativeSelect } from './native-select';
import { TextArea } from './text-area';
import { TextInput } from './text-input';

const onChange = () => undefined;
const input = { input: classes.input, label: classes.label, description: classes.hint, error: classes.error };
const check = {
  body: classes.checkBody,
  label: classes.checkLabel,
  error: classes.checkError,
  input: classes.check,
};
const same = { id: 'a', label: 'Label', onChange };
const said = { ...same, description: 'Hint', error: 'Wrong', name: 'n' };
const styled = { size: 'md', classNames: input } as const;

/** Returns the elements with sorted attributes. Leaves out the classes that Mantine makes for style sheets of others. */
function shapeOf(element: React.ReactElement): unknown {
  const shape = (node: DefaultTreeAdapterTypes.ChildNode): unknown => {
    if (!('attrs' in node)) return 'value' in node ? node.value : null;
    const attributes = node.attrs
      .filter(({ name }) => name !== 'xmlns')
      .map(({ name, value }) => {
        const kept = name === 'class' ? value.replaceAll(/mantine-(?!focus)\S+/g, '') : value;
        // Mantine writes the text of an error there.
        return [name, name === 'data-error' ? 'true' : kept.split(/\s+/).filter(Boolean).sort().join(' ')];
      });
    return [node.tagName, Object.fromEntries(attributes), node.childNodes.map(shape)];
  };
  return parseFragment(renderToStaticMarkup(<InMantine>{element}</InMantine>)).childNodes.map(shape);
}

const PAIRS: [string, React.ReactElement, React.ReactElement][] = [
  [
    'a text field',
    <TextInput key="" {...same} value="v" type="email" className="c" inputClass="i" />,
    <mantine.TextInput
      key=""
      {...same}
      {...styled}
      value="v"
      type="email"
      className="c"
      classNames={{ ...input, input: `${input.input} i` }}
    />,
  ],
  [
    'a text field with hint and error',
    <TextInput key="" {...said} value="" />,
    <mantine.TextInput key="" {...said} {...styled} value="" />,
  ],
  [
    'a password field with its button',
    <TextInput key="" {...same} value="" type="password" button={<i />} />,
    <mantine.TextInput
      key=""
      {...same}
      {...styled}
      value=""
      type="password"
      rightSection={<i />}
      rightSectionWidth={48}
      rightSectionPointerEvents="all"
    />,
  ],
  [
    'a text area',
    <TextArea key="" {...said} value="" rows={3} />,
    <mantine.InputBase component="textarea" multiline key="" {...said} {...styled} value="" rows={3} />,
  ],
  [
    'a list of choices',
    <NativeSelect key="" {...said} value="b" data={['a', { value: 'b', label: 'B' }]} />,
    <mantine.NativeSelect
      key=""
      {...said}
      {...styled}
      value="b"
      data={[
        { value: 'a', label: 'a' },
        { value: 'b', label: 'B' },
      ]}
    />,
  ],
  [
    'a tick',
    <Checkbox key="" {...same} checked />,
    <mantine.Checkbox key="" {...same} size="md" classNames={check} checked />,
  ],
  [
    'a tick with an error',
    <Checkbox key="" {...same} checked={false} error="Wrong" aria-invalid />,
    <mantine.Checkbox
      key=""
      {...same}
      size="md"
      classNames={check}
      checked={false}
      error="Wrong"
      aria-invalid
    />,
  ],
  [
    'a tick that cannot be changed',
    <Checkbox key="" {...same} checked={false} disabled />,
    <mantine.Checkbox key="" {...same} size="md" classNames={check} checked={false} disabled />,
  ],
];

test.each(PAIRS)("%s has the elements, classes and attributes of Mantine's", (_, ours, theirs) => {
  expect(shapeOf(ours)).toEqual(shapeOf(theirs));
});
