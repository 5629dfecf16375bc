import type { Module } from '@back-office/contract/office/module.ts';
import { sys } from '@back-office/sys/module.ts';

/** `#office` without a company: the modules of the product alone. A company's folder replaces it (OFFICE). */
export const modules: readonly Module[] = [sys];
