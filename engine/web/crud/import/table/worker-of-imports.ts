let make: (() => Worker) | undefined;

/**
 * Sets how to make the worker that runs `serveImport`: it needs the declarations, which are outside the engine. A module of
 * its own, because the first page needs this but not the code that talks to the worker.
 */
export function setImportWorker(how: () => Worker): void {
  make = how;
}

/** Makes the worker of an import. */
export function makeImportWorker(): Worker {
  if (make === undefined) throw new Error('Nobody has said how the worker of the import is made: call setImportWorker first');
  return make();
}
