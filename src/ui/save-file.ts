/** Saves files on the device, as a download. */

/** @param address the file's address; an address of another site opens in a new tab */
export function saveFileAt(address: string, name: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.target = '_blank';
  link.rel = 'noopener noreferrer';
  link.click();
}

export function saveText(name: string, text: string): void {
  saveBlob(name, new Blob([text], { type: 'text/plain;charset=utf-8' }));
}

/** Saves a CSV file; the byte order mark tells a spreadsheet that the text is UTF-8. */
export function saveCsv(name: string, csv: string): void {
  saveBlob(name, new Blob(['\uFEFF', csv], { type: 'text/csv;charset=utf-8' }));
}

function saveBlob(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob);
  saveFileAt(address, name);
  URL.revokeObjectURL(address);
}
