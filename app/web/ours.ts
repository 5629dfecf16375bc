import { leftOut } from '#office/left-out';
import { leaveOut } from '@back-office/contract/office/leave-out.ts';
import { joinModules } from '@back-office/contract/office/office.ts';
import { sys } from '@back-office/sys/module.ts';

/** What is declared while a company's modules are on their way: the product's own, without what the company does without. */
export const ours = joinModules([leaveOut(sys, ...leftOut)]);
