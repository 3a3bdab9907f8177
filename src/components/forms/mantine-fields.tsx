'use client';

import * as mantine from '@mantine/core';
import { InMantine } from '../mantine-context';

/** Returns a field of Mantine that brings Mantine's contexts along. */
function field<Field extends React.ElementType>(Inner: Field): Field {
  const Element: React.ElementType = Inner;
  const Themed = (props: object) => (
    <InMantine>
      <Element {...props} />
    </InMantine>
  );
  return Themed as unknown as Field;
}

export const TextInput = field(mantine.TextInput);
export const NativeSelect = field(mantine.NativeSelect);
export const Checkbox = field(mantine.Checkbox);
export const InputBase = field(mantine.InputBase);
