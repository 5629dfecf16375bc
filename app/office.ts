import { makeOffice } from '@back-office/contract/office/office.ts';
import { sys } from '@back-office/sys/module.ts';

/** The modules that this product is made of, in order. */
export const office = makeOffice([sys]);
