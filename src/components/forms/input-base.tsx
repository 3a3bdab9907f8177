'use client';

import { InputBase as Field } from '@mantine/core';
import { inMantine } from './in-mantine';

export const InputBase = inMantine(Field);
