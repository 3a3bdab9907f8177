/** On `globalThis`, because a production web process holds two copies of this module, like those of the clock. */
const cell = globalThis as typeof globalThis & { iraDraining?: boolean };

/** From now on nobody should send us anything new: we are about to stop. */
export function startDraining(): void {
  cell.iraDraining = true;
}

export function isDraining(): boolean {
  return cell.iraDraining ?? false;
}
