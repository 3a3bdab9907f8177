import {
  GraphQLError,
  Kind,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { SLICE_MAX } from '@/schemas/paging';

/**
 * The limits of one GraphQL document. For comparison: a document with all fields of the viewer has about 500 tokens, 200
 * fields and a cost of 12,000.
 */
export const LIMITS = {
  tokens: 1_000,
  /** The maximum nesting of fields. */
  depth: 8,
  aliases: 10,
  fragments: 30,
  /** The maximum number of fields and fragment spreads. Counts the fields of a fragment at each of its spreads. */
  selections: 1_000,
  /** The maximum number of selections of the same field at the same place. Validation compares all pairs of them. */
  repeats: 5,
  /** The maximum number of values in the response. */
  cost: 13_800,
} as const;

type Variables = Readonly<Record<string, unknown>>;

/** The selected fields at one place of the response, by response name. `repeats` counts selections of the same name. */
type Fields = Map<string, { repeats: number; fields: Fields }>;

interface Place {
  depth: number;
  fields: Fields;
  /** The names of the fragments that enclose this place. */
  spreads: readonly string[];
  /** Whether the place is inside `__schema` or `__type`. Depth and cost have no limit there. */
  isIntrospection: boolean;
}

/** Returns the fragment definitions of a document by name. */
export const fragmentsOf = ({ definitions }: DocumentNode): Map<string, FragmentDefinitionNode> =>
  new Map(
    definitions
      .filter((one) => one.kind === Kind.FRAGMENT_DEFINITION)
      .map((fragment) => [fragment.name.value, fragment]),
  );

/**
 * Checks a document against the limits, and that every fragment is used. Stops at the first exceeded limit. Must run
 * before validation, whose time grows with the square of the number of repeated fields and fragments.
 * @throws GraphQLError that names the exceeded limit, an unused fragment, or a fragment that spreads itself
 */
export function requireWithinLimits(document: DocumentNode, variables: Variables): void {
  const fragments = fragmentsOf(document);
  requireAtMost('Fragment', fragments.size, LIMITS.fragments);
  const walk = walkOf(fragments, variables);
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    const place = { depth: 1, fields: new Map(), spreads: [], isIntrospection: false };
    requireAtMost('Cost', walk.costOf(definition.selectionSet, place), LIMITS.cost);
  }
  for (const name of fragments.keys()) {
    if (!walk.spread.has(name)) throw new GraphQLError(`Fragment "${name}" is never used.`);
  }
}

function walkOf(fragments: ReadonlyMap<string, FragmentDefinitionNode>, variables: Variables) {
  const spread = new Set<string>();
  let selections = 0;
  let aliases = 0;

  const costOf = ({ selections: nodes }: SelectionSetNode, place: Place): number =>
    nodes.reduce((sum, node) => sum + costOfSelection(node, place), 0);

  const costOfSelection = (node: SelectionNode, place: Place): number => {
    requireAtMost('Selection', (selections += 1), LIMITS.selections);
    if (node.kind === Kind.FIELD) return costOfField(node, place);
    if (node.kind === Kind.INLINE_FRAGMENT) return costOf(node.selectionSet, place);
    const name = node.name.value;
    if (place.spreads.includes(name)) throw new GraphQLError(`Fragment "${name}" spreads itself.`);
    spread.add(name);
    const fragment = fragments.get(name);
    return fragment ? costOf(fragment.selectionSet, { ...place, spreads: [...place.spreads, name] }) : 0;
  };

  const costOfField = (node: FieldNode, place: Place): number => {
    const isIntrospection = place.isIntrospection || node.name.value.startsWith('__');
    if (!isIntrospection) requireAtMost('Depth', place.depth, LIMITS.depth);
    if (node.alias) requireAtMost('Alias', (aliases += 1), LIMITS.aliases);
    const key = (node.alias ?? node.name).value;
    const merged = place.fields.get(key) ?? { repeats: 0, fields: new Map() };
    place.fields.set(key, merged);
    requireAtMost('Repetition', (merged.repeats += 1), LIMITS.repeats);
    if (!node.selectionSet) return 1;
    const below = { ...place, depth: place.depth + 1, fields: merged.fields, isIntrospection };
    const cost = costOf(node.selectionSet, below);
    return isIntrospection ? 0 : 1 + sizeOf(node, variables) * cost;
  };

  return { costOf, spread };
}

/**
 * Returns the number of nodes that a field may return: the value of its argument `first`, or 1 without this argument.
 * Returns the maximum if the value is not an integer.
 */
function sizeOf({ arguments: given }: FieldNode, variables: Variables): number {
  const first = given?.find(({ name }) => name.value === 'first')?.value;
  if (!first) return 1;
  const size =
    first.kind === Kind.VARIABLE
      ? variables[first.name.value]
      : first.kind === Kind.INT
        ? Number(first.value)
        : null;
  return Number.isInteger(size) ? Math.max(1, size as number) : SLICE_MAX;
}

function requireAtMost(what: string, count: number, limit: number): void {
  if (count > limit) throw new GraphQLError(`${what} limit of ${limit} exceeded.`);
}
