import { z } from 'zod';

/** Each name of `T`, and no other: the compiler holds it against the type, and what may be left out too. */
export type Names<T> = { readonly [Name in keyof T]-?: Record<never, never> extends Pick<T, Name> ? z.ZodOptional : z.ZodType };

/** An object that has the names of `T`, and no other. */
export const only = <T>(names: Names<T>): z.ZodType => z.strictObject(names);
