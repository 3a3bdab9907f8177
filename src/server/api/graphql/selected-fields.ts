import { Kind, type FieldNode, type FragmentDefinitionNode, type SelectionSetNode } from 'graphql';

/** Returns the fields of a selection, also those in fragments. `fragmentOf` returns a fragment by its name. */
export function selectedFields(
  { selections }: SelectionSetNode,
  fragmentOf: (name: string) => FragmentDefinitionNode | undefined,
): FieldNode[] {
  return selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return [selection];
    if (selection.kind === Kind.INLINE_FRAGMENT) return selectedFields(selection.selectionSet, fragmentOf);
    const fragment = fragmentOf(selection.name.value);
    return fragment ? selectedFields(fragment.selectionSet, fragmentOf) : [];
  });
}
