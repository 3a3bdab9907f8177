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

/** Limits of one document. The largest selection of the whole viewer has some 500 tokens, 200 fields and a cost of 9,000. */
export const LIMITS = {
  tokens: 1_000,
  /** Levels of fields. */
  depth: 8,
  aliases: 10,
  fragments: 30,
  /** Fields and spreads of all operations together; a fragment counts at each spread. */
  selections: 1_000,
  /** Selections of the same field at the same place: validation compares each with every other one. */
  repeats: 5,
  /** Values in the response. */
  cost: 10_000,
} as const;

type Variables = Readonly<Record<string, unknown>>;

/** Fields at one place of the response by response name, merged as in execution. */
type Fields = Map<string, { repeats: number; fields: Fields }>;

interface Place {
  depth: number;
  fields: Fields;
  /** Fragments that enclose the present position. */
  spreads: readonly string[];
  /** `__schema` and `__type` nest deeper than data and make no query. */
  isIntrospection: boolean;
}

/** Returns the fragments of a document by name. */
export const fragmentsOf = ({ definitions }: DocumentNode): Map<string, FragmentDefinitionNode> =>
  new Map(
    definitions
      .filter((one) => one.kind === Kind.FRAGMENT_DEFINITION)
      .map((fragment) => [fragment.name.value, fragment]),
  );

/**
 * Checks a document against the limits, in one walk that ends at the first limit that is exceeded. It runs before
 * validation, whose time grows with the square of repeated fields and of fragments.
 * @throws GraphQLError with the limit
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

/** Returns how many nodes a field may return; a size that is not a number counts as the largest. */
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
