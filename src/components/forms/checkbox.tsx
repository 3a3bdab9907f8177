'use client';

import { Checkbox as Field } from '@mantine/core';
import { inMantine } from './in-mantine';

export const Checkbox = inMantine(Field);
