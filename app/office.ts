import { joinModules } from '@back-office/contract/office/office.ts';
import { modules } from '#office';

/** The modules that are served, in order: the product's own, and those of the company's folder in OFFICE. */
export const office = joinModules(modules);
