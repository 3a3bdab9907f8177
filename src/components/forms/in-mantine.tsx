'use client';

import { InMantine } from '../mantine-context';

/** Returns a field of Mantine that brings Mantine's contexts along. Each has a file of its own, to be loaded alone. */
export function inMantine<Field extends React.ElementType>(Inner: Field): Field {
  const Element: React.ElementType = Inner;
  const Themed = (props: object) => (
    <InMantine>
      <Element {...props} />
    </InMantine>
  );
  return Themed as unknown as Field;
}
