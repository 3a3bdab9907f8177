import { costLimitPlugin } from '@escape.tech/graphql-armor-cost-limit';
import { maxAliasesPlugin } from '@escape.tech/graphql-armor-max-aliases';
import { maxDepthPlugin } from '@escape.tech/graphql-armor-max-depth';
import { maxTokensPlugin } from '@escape.tech/graphql-armor-max-tokens';
import { NoSchemaIntrospectionCustomRule } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { settings } from '@/env';

export const TOKENS_MAX = 1_000;
export const DEPTH_MAX = 8;
export const ALIASES_MAX = 10;
export const COST_MAX = 5_000;

/** What keeps one request from asking for more than a page would. */
export function limits(): Plugin[] {
  return [
    maxTokensPlugin({ n: TOKENS_MAX }),
    maxDepthPlugin({ n: DEPTH_MAX }),
    maxAliasesPlugin({ n: ALIASES_MAX }),
    costLimitPlugin({ maxCost: COST_MAX }),
    {
      onValidate: ({ addValidationRule }) => {
        const s = settings();
        if (!(s.GRAPHQL_INTROSPECTION ?? !s.production)) addValidationRule(NoSchemaIntrospectionCustomRule);
      },
    },
  ] as Plugin[];
}
