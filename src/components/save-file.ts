/** Hands the browser a file that never was on a server. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Some browsers start reading only after this turn.
  window.setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
