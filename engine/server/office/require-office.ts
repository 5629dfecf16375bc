import type { Office } from '@back-office/contract/office/office.ts';
import { officeMistakes } from '@back-office/contract/office/office-mistakes.ts';
import { checkResources } from '@back-office/contract/resource/check-resources.ts';
import { strayParts } from '@back-office/contract/office/stray-parts.ts';
import { StartError } from '../platform/start-error.ts';
import { longNames } from './long-names.ts';
import { moduleMistakes } from './module-mistakes.ts';
import { patternMistakes } from './pattern-mistakes.ts';
import type { ServerModule } from './server-module.ts';

/** Throws a StartError with every mistake in what is declared and in what modules do on the server; asks no database. */
export function requireOffice(office: Office, modules: readonly ServerModule[]): void {
  const patterns = patternMistakes(office.resources);
  const mistakes = [
    ...officeMistakes(office.modules),
    ...patterns,
    // A default is checked by the pattern of its field.
    ...(patterns.length > 0 ? [] : checkResources(office.resources, office.rules)),
    ...longNames(office.resources),
    ...moduleMistakes(office, modules),
    ...strayParts(office, 'server', modules),
  ];
  if (mistakes.length > 0) throw new StartError(`Wrong declarations:\n${mistakes.join('\n')}`);
}
