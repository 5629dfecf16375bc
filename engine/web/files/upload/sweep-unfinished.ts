/** The server removes unfinished uploads after a day (docs/wire.md "Files"). The same as in unfinished-store.ts, which the shell does not load. */
const lifetime = 24 * 3600 * 1000;

/**
 * Removes what unfinished-store.ts keeps of uploads that the server has removed, of every account, and files without their upload: the store itself
 * does so only where somebody uploads. Without the libraries of an uploader, as it runs in every window.
 */
export function sweepUnfinished(now = Date.now()): void {
  const opening = indexedDB.open('uploads');
  // Nothing was ever uploaded here: the database is not made for it.
  opening.onupgradeneeded = () => opening.transaction?.abort();
  opening.onerror = (event) => event.preventDefault();
  opening.onsuccess = () => {
    const database = opening.result;
    const both = database.transaction(['unfinished', 'files'], 'readwrite');
    const [unfinished, files] = [both.objectStore('unfinished'), both.objectStore('files')];
    const reading: IDBRequest<{ key: string; at: number }[]> = unfinished.getAll();
    reading.onsuccess = () => {
      const kept = new Set<IDBValidKey>();
      for (const { key, at } of reading.result)
        if (now - at > lifetime) unfinished.delete(key);
        else kept.add(key);
      const named = files.getAllKeys();
      named.onsuccess = () => named.result.forEach((key) => kept.has(key) || files.delete(key));
    };
    both.oncomplete = () => database.close();
    both.onabort = () => database.close();
  };
}
