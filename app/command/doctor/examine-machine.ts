import { freemem, totalmem } from 'node:os';
import { productVersion } from '@back-office/server/platform/product-version.ts';
import { checkout } from '../../loading/office-place.mjs';
import { readManifest } from '../../loading/read-manifest.ts';
import { type Finding, ok, warn } from './finding.ts';

const gigabyte = 1024 ** 3;
const inGigabytes = (bytes: number): string => `${(bytes / gigabyte).toFixed(1)} GB`;

/** Versions and memory: checks that need neither settings nor a database. */
export function* examineMachine(): Generator<Finding> {
  yield ok('product', `version ${productVersion}, in ${checkout}`);
  const { devDependencies, engines } = readManifest(checkout);
  const wanted = devDependencies?.['node'] ?? engines?.['node']?.replace(/^\D+/, '') ?? '';
  const isSame = process.versions.node.split('.')[0] === wanted.split('.')[0];
  yield isSame
    ? ok('node', process.version)
    : warn('node', `${process.version}, tested with ${wanted}: start with npm, which takes the Node that is installed with the product`);
  // A container may be allowed less than the machine has.
  const total = Math.min(totalmem(), process.constrainedMemory() || Infinity);
  yield total < gigabyte
    ? warn('memory', `${inGigabytes(total)}: give it 1 GB or more, or large exports and imports may end the server`)
    : ok('memory', `${inGigabytes(total)}, ${inGigabytes(Math.min(total, freemem()))} free`);
}
