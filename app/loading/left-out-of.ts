import { sys } from '@back-office/sys/module.ts';
import { loadOffice } from './load-office.ts';

/* `left-out-of.ts <folder>`: prints the features of the product that an office omits, for embedding in the page. */
await loadOffice(process.argv[2]);
const { office } = await import('../office.ts');
const ours = office.modules.find(({ name }) => name === 'sys');
const names = (ours?.leftOut ?? []).map(({ name }) => name);
process.stdout.write(names.filter((name) => sys.features.some((feature) => feature.name === name)).join(' '));
