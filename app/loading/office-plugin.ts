import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Plugin } from 'vite';
import { isOfOffice, resolutionOf, refuseOwnPath } from './import-rules.ts';
import { checkout, type OfficePlace, ourFile } from './office-place.mjs';

/**
 * Does in Vite what `hookImports` does in Node. With `inBrowser`, imports of server-only modules are refused by name, instead
 * of failing in the page.
 */
export function officePlugin(place: OfficePlace, { inBrowser }: { inBrowser: boolean }): Plugin {
  return {
    // Vitest caches transformed files by the names of the plugins.
    name: `office ${place.folder}`,
    enforce: 'pre',
    // The company's sources are outside the folder that Vite serves.
    config: () => ({ server: { fs: { allow: [checkout, place.folder] } } }),
    async resolveId(source, importer, options) {
      if (source === leftOut) return leftOutId;
      const officeFile = place.files[source];
      if (officeFile !== undefined) return officeFile;
      const from = importer?.replace(/\?.*$/, '');
      if (from === undefined || !isOfOffice(place, from)) return null;
      const resolution = resolutionOf(source, from);
      if (resolution === 'as usual') {
        const found = await this.resolve(source, importer, { ...options, skipSelf: true });
        if (found) refuseOwnPath(place, found.id, source, from);
        return found;
      }
      if ('file' in resolution) {
        if (inBrowser && !/\/(contract|web)\.[jt]s$/.test(resolution.file))
          throw new Error(
            `${from} imports ${source}, which runs on the server only: a page imports back-office/contract and back-office/web.`,
          );
        return { id: resolution.file, moduleSideEffects: false };
      }
      const importers = resolution.checkout === 'first' ? [checkoutFile, importer] : [importer, checkoutFile];
      for (const each of importers) {
        const found = await this.resolve(source, each, { ...options, skipSelf: true });
        if (found) return found;
      }
      return null;
    },
    async load(id) {
      if (id !== leftOutId) return null;
      // In a separate process: a build would not load a changed file again once it has run it.
      const { stdout } = await promisify(execFile)(process.execPath, [ourFile('app/loading/left-out-of.ts'), place.folder]);
      return `export const late = ${JSON.stringify(['1', stdout].filter((word) => word !== '').join(' '))};`;
    },
  };
}

/** The features that an office omits: the page needs them before the office itself has loaded. */
const leftOut = '#office/left-out';
/** The name by which a page requests it in development: nothing after # would reach the server. */
const leftOutId = '\0office-left-out';

/** A file from which this checkout's packages are resolved. */
const checkoutFile = ourFile('app/entry/web.ts');
