import { TOKEN_SCOPES, type TokenScope } from '@/domain/api-token';

export type ScopeNoun = TokenScope extends infer Scope
  ? Scope extends `${infer Noun}:${string}`
    ? Noun
    : Scope
  : never;
export type ScopeAct = 'read' | 'write';

/** Returns what a scope is about, and what it allows; null for a scope that is one act. */
export function partsOf(scope: TokenScope): { noun: ScopeNoun; act: ScopeAct | null } {
  const [noun, act = null] = scope.split(':') as [ScopeNoun, ScopeAct?];
  return { noun, act };
}

/** The scopes by what they are about, in the order of the form. */
export function scopesByNoun(scopes: readonly TokenScope[] = TOKEN_SCOPES): Map<ScopeNoun, TokenScope[]> {
  const all = new Map<ScopeNoun, TokenScope[]>();
  for (const scope of scopes) {
    const { noun } = partsOf(scope);
    all.set(noun, [...(all.get(noun) ?? []), scope]);
  }
  return all;
}
