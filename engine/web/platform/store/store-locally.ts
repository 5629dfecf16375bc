/** Stores a value of this browser, or nothing if its storage is full or blocked: what a page can do without must not break it. */
export function storeLocally(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // The value stays that of this page; the next one starts with what was stored before.
  }
}
