import { z } from 'zod';
import { knownEmailField, knownPasswordField } from './fields';

/** What is typed to log in is compared, not judged: no rule says more about a password than whether it is right. */
export const logInInput = z.strictObject({ email: knownEmailField, password: knownPasswordField });

/** For a command that takes nothing. */
export const nothingInput = z.strictObject({}).optional();
