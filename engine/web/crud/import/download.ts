/** The kind of file that every workbook made here is. */
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** A workbook as the browser can save it; revoke the address when it is no longer offered. */
export const addressOf = (bytes: Uint8Array): string => URL.createObjectURL(new Blob([bytes as Uint8Array<ArrayBuffer>], { type: xlsx }));

/** Has the browser save a workbook. */
export function download(bytes: Uint8Array, name: string): void {
  const link = document.createElement('a');
  link.href = addressOf(bytes);
  link.download = name;
  link.click();
  // Some browsers begin to read it only later.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
