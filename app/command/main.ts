import { StartError } from '@back-office/server/platform/start-error.ts';
import { addResource } from './add-resource.ts';
import { newOffice } from './new-office.ts';

/* `main.ts new <folder>`, `add resource <name>`, `doctor`: commands on a company's folder other than serving it. */
const usage = `Usage:
  npx back-office new <folder> [--name acme] [--title 经营]    makes the folder of a company
  npx back-office add resource <name> [--title 合同]           adds a resource to the company in this folder, or in OFFICE
  npx back-office doctor                                       says what a start would find`;

const { OFFICE: office } = process.env;

try {
  const [command, ...rest] = process.argv.slice(2);
  if (command === 'new') await newOffice(rest);
  else if (command === 'add' && rest[0] === 'resource') await addResource(rest.slice(1), office);
  else if (command === 'doctor' && rest.length === 0) {
    const { runDoctor } = await import('./run-doctor.ts');
    process.exit(await runDoctor(process.env));
  } else throw new StartError(usage);
} catch (error) {
  process.stderr.write(error instanceof StartError ? `${error.message}\n` : `${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
}
