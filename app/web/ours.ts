import { late } from '#office/left-out';
import { joinModules } from '@back-office/contract/office/office.ts';
import { sys } from '@back-office/sys/module.ts';

const [comes, ...leftOut] = late.split(' ');

/** Whether a company's modules are on their way. */
export const hasLate = comes === '1';

/** What is declared until they are there: the product's own, without what the company does without. */
export const ours = joinModules([{ ...sys, features: sys.features.filter(({ name }) => !leftOut.includes(name)) }]);
