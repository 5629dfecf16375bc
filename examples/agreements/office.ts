import { type Module, sys } from 'back-office/contract';
import { acme } from './contract.ts';

/** The modules of this office, in order: first the product's, on which ours is built. */
export const modules: readonly Module[] = [sys, acme];
