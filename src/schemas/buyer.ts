import {
  BRANCH_PATTERN,
  BUYER_ADDRESS_MAX,
  BUYER_NAME_MAX,
  HEAD_OFFICE,
  isTaxId,
  PRINTABLE_PATTERN,
} from '@/domain/tax-invoice';
import { identifierField, line } from './fields';

/* The fields of the buyer on a tax invoice. */

const printed = (max: number) =>
  line(max).min(1, 'validation.required').regex(PRINTABLE_PATTERN, 'validation.invalidInput');

export const buyerNameField = printed(BUYER_NAME_MAX);
export const buyerAddressField = printed(BUYER_ADDRESS_MAX);

/** A tax id. Spaces and hyphens are removed, as on a citizen's card. */
export const taxIdField = identifierField
  .min(1, 'validation.required')
  .max(40)
  .transform((text) => text.replace(/[\s-]/g, ''))
  .refine(isTaxId, 'validation.taxId')
  .describe('13 digits with a valid check digit. Spaces and hyphens are ignored.');

export const branchField = identifierField
  .regex(BRANCH_PATTERN, 'validation.branch')
  .nullish()
  .transform((branch) => branch ?? null)
  .describe(`The 5 digits of a company's branch: ${HEAD_OFFICE} is the head office. Null for a person.`);
