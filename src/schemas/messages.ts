import { z } from 'zod';

/*
 * The error messages of fields without their own message: a key of the locale files, or a generic text of the
 * specification in the form `validation.expected|number|string`. They are created during parsing, because a
 * finished issue does not contain the input.
 */

function kindOf(input: unknown): string {
  if (input === null) return 'null';
  if (Array.isArray(input)) return 'array';
  if (typeof input !== 'number') return typeof input;
  if (!Number.isFinite(input)) return Number.isNaN(input) ? 'nan' : 'infinity';
  return 'number';
}

function expected(wanted: string, input: unknown): string {
  const isFraction = wanted === 'int' && typeof input === 'number' && Number.isFinite(input);
  return `validation.expected|${wanted === 'int' ? 'integer' : wanted}|${isFraction ? 'float' : kindOf(input)}`;
}

function genericMessage(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.input === undefined) return 'validation.required';
  if (issue.code === 'invalid_format' && issue.format === 'email') return 'validation.invalidEmail';
  if (issue.code === 'invalid_type') return expected(issue.expected, issue.input);
  if (issue.code !== 'invalid_value') return undefined;
  const [kind, ...others] = new Set(issue.values.map(kindOf));
  if (kind === undefined || others.length > 0 || kind === kindOf(issue.input)) return undefined;
  return expected(kind, issue.input);
}

z.config({ customError: genericMessage });
