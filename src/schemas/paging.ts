import { z } from 'zod';

export const pageInput = z.strictObject({ page: z.coerce.number().int().min(1).max(10_000).default(1) });
