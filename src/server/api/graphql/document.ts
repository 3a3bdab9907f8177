import {
  GraphQLError,
  NoSchemaIntrospectionCustomRule,
  parse,
  specifiedRules,
  validate,
  type DocumentNode,
} from 'graphql';
import type { z } from 'zod';
import { settings } from '@/env';
import type { graphqlInput } from '@/schemas/graphql';
import { LIMITS, requireWithinLimits } from './limits';
import { schema } from './schema';

/** Every further error costs as much as the first one. */
const ERRORS_MAX = 10;

type Read = { document: DocumentNode; errors: null } | { document: null; errors: readonly GraphQLError[] };

/** Parses and checks a document. */
export function readDocument({ query, variables }: z.output<typeof graphqlInput>): Read {
  try {
    // Without locations: finding the line of an error reads the whole text again for each error.
    const document = parse(query, { maxTokens: LIMITS.tokens, noLocation: true });
    const errors = checkDocument(document, variables ?? {});
    return errors.length === 0 ? { document, errors: null } : { document: null, errors };
  } catch (error) {
    if (error instanceof GraphQLError) return { document: null, errors: [error] };
    throw error;
  }
}

/**
 * Checks a document against the limits and only then validates it.
 * @returns the errors of validation
 * @throws GraphQLError with the limit that is exceeded
 */
export function checkDocument(document: DocumentNode, variables: Record<string, unknown>) {
  requireWithinLimits(document, variables);
  return validate(schema, document, rules(), { maxErrors: ERRORS_MAX, hideSuggestions: true });
}

function rules() {
  const s = settings();
  const isOpen = s.GRAPHQL_INTROSPECTION ?? !s.production;
  return isOpen ? specifiedRules : [...specifiedRules, NoSchemaIntrospectionCustomRule];
}
