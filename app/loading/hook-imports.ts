import { registerHooks, type ResolveFnOutput } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isOfOffice, resolutionOf, refuseOwnPath } from './import-rules.ts';
import { checkout, type OfficePlace } from './office-place.mjs';

type Next = (specifier: string, context?: { parentURL?: string | undefined }) => ResolveFnOutput;

const checkoutUrl = pathToFileURL(join(checkout, 'package.json')).href;

/**
 * From now on `#office`, `#office/server` and `#office/web` are the company's files, and their imports fall back to
 * this checkout if the company's folder lacks them (docs/decisions/0051-loading-an-office.md).
 */
export function hookImports(place: OfficePlace): void {
  registerHooks({
    resolve(specifier, context, next) {
      const officeFile = place.files[specifier];
      if (officeFile !== undefined) return { url: pathToFileURL(officeFile).href, shortCircuit: true };
      const importer = pathOf(context.parentURL);
      if (importer === undefined || !isOfOffice(place, importer)) return next(specifier, context);
      const found = resolveFor(specifier, importer, next as Next);
      const file = pathOf(found.url);
      if (file !== undefined) refuseOwnPath(place, file, specifier, importer);
      return found;
    },
    load(url, context, next) {
      // The company's folder may lack a package.json that declares modules.
      const file = pathOf(url);
      const isModule = file?.endsWith('.ts') === true && isOfOffice(place, file);
      return next(url, isModule ? { ...context, format: 'module-typescript' } : context);
    },
  });
}

function resolveFor(specifier: string, importer: string, next: Next): ResolveFnOutput {
  const resolution = resolutionOf(specifier, importer);
  if (resolution === 'as usual') return next(specifier);
  if ('file' in resolution) return { url: pathToFileURL(resolution.file).href, shortCircuit: true };
  const fromCheckout = (): ResolveFnOutput => next(specifier, { parentURL: checkoutUrl });
  const own = (): ResolveFnOutput => next(specifier);
  return resolution.checkout === 'first' ? firstResolved(fromCheckout, own) : firstResolved(own, fromCheckout);
}

/** The result of the first of two that resolves; if neither does, the error of the folder's own. */
function firstResolved(first: () => ResolveFnOutput, second: () => ResolveFnOutput): ResolveFnOutput {
  try {
    return first();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    return second();
  }
}

const pathOf = (url: string | undefined): string | undefined => (url?.startsWith('file:') === true ? fileURLToPath(url) : undefined);
