import './messages';
import { z } from 'zod';
import { SEARCH_MAX, SEARCH_MIN } from '@/domain/subscriber-search';
import { line } from './fields';

export const searchInput = z.strictObject({ q: line(SEARCH_MAX).min(SEARCH_MIN) });
