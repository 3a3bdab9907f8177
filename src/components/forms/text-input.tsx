'use client';

import { TextInput as Field } from '@mantine/core';
import { inMantine } from './in-mantine';

export const TextInput = inMantine(Field);
