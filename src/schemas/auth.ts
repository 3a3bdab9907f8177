import { z } from 'zod';

/** What is typed to log in is compared, not judged: no rule says more about a password than whether it is right. */
export const logInInput = z.strictObject({
  email: z.string().trim().min(1, 'validation.required').max(254),
  password: z.string().min(1, 'validation.required').max(256),
});
