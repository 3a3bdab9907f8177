/** Downloads content that was created in the browser as a file. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Some browsers read the URL only after the current task, so it is revoked later.
  window.setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
