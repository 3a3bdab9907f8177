'use client';

import { NativeSelect as Field } from '@mantine/core';
import { inMantine } from './in-mantine';

export const NativeSelect = inMantine(Field);
