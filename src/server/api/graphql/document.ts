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

/** A longer document is parsed again each time, so that the kept ones are small. */
const KEPT_LENGTH_MAX = 4_000;
const KEPT_MAX = 200;

/** Valid documents by their text, the least recently used first: validation is half of the time of a request. */
const kept = new Map<string, DocumentNode>();

/** Parses and checks a document. A document that was valid before is only checked against the limits again. */
export function readDocument({ query, variables }: z.output<typeof graphqlInput>): Read {
  try {
    const known = kept.get(query);
    if (known) {
      requireWithinLimits(known, variables ?? {});
      keep(query, known);
      return { document: known, errors: null };
    }
    // Without locations: finding the line of an error reads the whole text again for each error.
    const document = parse(query, { maxTokens: LIMITS.tokens, noLocation: true });
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
