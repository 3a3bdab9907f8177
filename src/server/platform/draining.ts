/** On `globalThis`, because a production web process has two copies of this module, like the clock. */
const cell = globalThis as typeof globalThis & { iraDraining?: boolean };

/** Marks the process as stopping, so that it gets no new requests. */
export function startDraining(): void {
  cell.iraDraining = true;
}

export function isDraining(): boolean {
  return cell.iraDraining ?? false;
}
