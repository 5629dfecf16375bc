import { type Module, sys } from 'back-office/contract';
import { acme } from './contract.ts';

/** The modules of this office, in order. */
export const modules: readonly Module[] = [sys, acme];
