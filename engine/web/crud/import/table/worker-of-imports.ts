let make: (() => Worker) | undefined;

/**
 * Says how the worker is made, in which `serveImport` runs: what it must know of the declarations stands above the engine.
 * Apart from what speaks to it, which the first page does not need.
 */
export function setImportWorker(how: () => Worker): void {
  make = how;
}

/** Makes the worker of an import. */
export function makeImportWorker(): Worker {
  if (make === undefined) throw new Error('Nobody has said how the worker of the import is made: call setImportWorker first');
  return make();
}
