import { type Module, sys } from 'back-office/contract';
import { acme } from './contract.ts';

/** The modules of this office, in order: ours begins with what it is built on. */
export const modules: readonly Module[] = [sys, acme];
