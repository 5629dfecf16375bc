import { late } from '#office/left-out';
import { joinModules } from '@back-office/contract/office/office.ts';
import { sys } from '@back-office/sys/module.ts';

const [comes, ...leftOut] = late.split(' ');

/** Whether a company's modules are being loaded. */
export const hasLate = comes === '1';

/** The declarations until they have loaded: the product's own, without the features that the company omits. */
export const ours = joinModules([{ ...sys, features: sys.features.filter(({ name }) => !leftOut.includes(name)) }]);
