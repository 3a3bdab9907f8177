import { costLimitRule } from '@escape.tech/graphql-armor-cost-limit';
import { maxAliasesPlugin } from '@escape.tech/graphql-armor-max-aliases';
import { maxDepthPlugin } from '@escape.tech/graphql-armor-max-depth';
import { maxTokensPlugin } from '@escape.tech/graphql-armor-max-tokens';
import {
  Kind,
  NoSchemaIntrospectionCustomRule,
  visit,
  type ASTNode,
  type OperationDefinitionNode,
  type ValidationContext,
  type ValidationRule,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { settings } from '@/env';
import { SLICE_MAX } from '@/schemas/paging';

export const TOKENS_MAX = 1_000;
export const DEPTH_MAX = 8;
export const ALIASES_MAX = 10;
/** Values in an answer: all that the viewer has, in slices as large as they may be, is some 9,000. */
export const COST_MAX = 10_000;

type Variables = Record<string, unknown>;

/** The same with the size of each slice written out: the rule that counts sees no variables. */
function withSizes<N extends ASTNode>(node: N, variables: Variables): N {
  const sizeOf = (name: string) => (Number.isInteger(variables[name]) ? variables[name] : SLICE_MAX);
  return visit(node, {
    Argument: (argument) => {
      const { name, value } = argument;
      if (name.value !== 'first' || value.kind !== Kind.VARIABLE) return undefined;
      return { ...argument, value: { kind: Kind.INT, value: String(sizeOf(value.name.value)) } };
    },
  });
}

/** Every field counts as one, as often as the slice that it stands in is large. */
function costRule(variables: Variables): ValidationRule {
  return (context) => {
    const getFragment: ValidationContext['getFragment'] = (name) => {
      const fragment = context.getFragment(name);
      return fragment && withSizes(fragment, variables);
    };
    const sized = Object.create(context, { getFragment: { value: getFragment } }) as ValidationContext;
    const count = costLimitRule({ maxCost: COST_MAX, objectCost: 1, scalarCost: 1, depthCostFactor: 1 })(
      sized,
    );
    return {
      OperationDefinition: (operation: OperationDefinitionNode) =>
        count.onOperationDefinitionEnter(withSizes(operation, variables)),
    };
  };
}

/** What keeps one request from asking for more than a page would. */
export function limits(): Plugin[] {
  return [
    maxTokensPlugin({ n: TOKENS_MAX }),
    maxDepthPlugin({ n: DEPTH_MAX }),
    maxAliasesPlugin({ n: ALIASES_MAX }),
    {
      onValidate: ({ context, addValidationRule }) => {
        const s = settings();
        addValidationRule(costRule(context.params.variables ?? {}));
        if (!(s.GRAPHQL_INTROSPECTION ?? !s.production)) addValidationRule(NoSchemaIntrospectionCustomRule);
      },
    },
  ] as Plugin[];
}
