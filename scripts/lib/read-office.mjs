import { findOffice, packed } from '../../app/loading/office-place.mjs';

/**
 * Where the office stands that OFFICE names, from where the operator stands; nothing without one. A package that is installed
 * serves the folder where it is called. Whatever is started from here finds the office too.
 */
export function readOffice() {
  const office = packed ? findOffice(process.env.OFFICE ?? '.') : findOffice(process.env.OFFICE, process.env.INIT_CWD);
  if (office) process.env.OFFICE = office.folder;
  return office;
}
