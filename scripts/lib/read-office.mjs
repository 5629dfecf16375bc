import { findOffice, packed } from '../../app/loading/office-place.mjs';

/**
 * The location of the office in OFFICE, relative to the operator's current folder; nothing without OFFICE. An installed
 * package serves the current folder. Programs started from here also find the office.
 */
export function readOffice() {
  const office = packed ? findOffice(process.env.OFFICE ?? '.') : findOffice(process.env.OFFICE, process.env.INIT_CWD);
  if (office) process.env.OFFICE = office.folder;
  return office;
}
