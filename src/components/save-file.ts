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

/** Downloads a PDF that the server sent as base64. */
export function savePdf(base64: string, name: string): void {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  saveFile(new Blob([bytes], { type: 'application/pdf' }), name);
}
