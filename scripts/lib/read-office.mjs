import { findOffice } from '../../app/loading/office-place.mjs';

/**
 * Where the office stands that OFFICE names, from where the operator stands; nothing without one. Whatever is started from
 * here finds it too.
 */
export function readOffice() {
  const office = findOffice(process.env.OFFICE, process.env.INIT_CWD);
  if (office) process.env.OFFICE = office.folder;
  return office;
}
