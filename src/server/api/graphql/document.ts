import {
  GraphQLError,
  NoSchemaIntrospectionCustomRule,
  parse,
  specifiedRules,
  validate,
  type DocumentNode,
} from 'graphql';
import type { z } from 'zod';
import { settings } from '@/settings/settings';
import type { graphqlInput } from '@/schemas/graphql';
import { LIMITS, requireWithinLimits } from './limits';
import { schema } from './schema';

/** The maximum number of validation errors. Validation stops at this number to save time. */
const ERRORS_MAX = 10;

type Read = { document: DocumentNode; errors: null } | { document: null; errors: readonly GraphQLError[] };

/** The maximum length in characters of a cached document. A longer document is parsed at each request. */
const KEPT_LENGTH_MAX = 4_000;
const KEPT_MAX = 200;

/** The cache of valid documents by their text, the least recently used first. It saves the time of validation. */
const kept = new Map<string, DocumentNode>();

/**
 * Returns the parsed document of a request, or its errors. Checks a cached document only against the limits, because
 * its cost depends on the variables. Parses and validates any other document.
 */
export function readDocument({ query, variables }: z.output<typeof graphqlInput>): Read {
  try {
    const known = kept.get(query);
    if (known) {
      requireWithinLimits(known, variables ?? {});
      keep(query, known);
      return { document: known, errors: null };
    }
    // Parses a long document without locations: GraphQL reads the text again for each error to find its line.
    const noLocation = query.length > KEPT_LENGTH_MAX;
    const document = parse(query, { maxTokens: LIMITS.tokens, noLocation });
    const errors = checkDocument(document, variables ?? {});
    if (errors.length > 0) return { document: null, errors };
    keep(query, document);
    return { document, errors: null };
  } catch (error) {
    if (error instanceof GraphQLError) return { document: null, errors: [error] };
    throw error;
  }
}

function keep(query: string, document: DocumentNode): void {
  if (query.length > KEPT_LENGTH_MAX) return;
  kept.delete(query);
  kept.set(query, document);
  for (const oldest of kept.keys()) {
    if (kept.size <= KEPT_MAX) return;
    kept.delete(oldest);
  }
}

/**
 * Checks a document against the limits, then validates it.
 * @returns the validation errors; empty for a valid document
 * @throws GraphQLError that names the exceeded limit
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
